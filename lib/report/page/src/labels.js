// Labels that keep clear of each other and of the curve, each tied to its mark by a thin line.
import { svg } from "./dom.js";

const lineHeight = 15;
const charWidth = 6.7;  // of the 12 px labels, generously

const overlap = (a, b) => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) *
    Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

function boxAt(item, dx, dy) {
    const width = Math.max(...item.lines.map((line) => line.length)) * charWidth;
    const height = item.lines.length * lineHeight;
    const x0 = item.x + dx - (dx < 0 ? width : dx === 0 ? width / 2 : 0);
    const y0 = item.y + dy - (dy < 0 ? height : dy === 0 ? height / 2 : 0);
    return { x0, y0, x1: x0 + width, y1: y0 + height };
}

/// Positions around the mark, near ones first.
const offsets = [16, 34, 64, 100, 150].flatMap((far) =>
    [[far, 0], [-far, 0], [far, -far * 0.7], [-far, -far * 0.7], [far, far * 0.7], [-far, far * 0.7], [0, -far], [0, far]]
        .map(([dx, dy]) => ({ dx, dy, far })));

function cost(box, far, placed, obstacles, bounds) {
    const outside = Math.max(0, bounds.left - box.x0) + Math.max(0, box.x1 - bounds.right) +
        Math.max(0, bounds.top - box.y0) + Math.max(0, box.y1 - bounds.bottom);
    const roomy = { x0: box.x0 - 5, y0: box.y0 - 3, x1: box.x1 + 5, y1: box.y1 + 3 };
    const covered = obstacles.filter(({ x, y }) => x > roomy.x0 && x < roomy.x1 && y > roomy.y0 && y < roomy.y1).length;
    return outside * 50 + placed.reduce((sum, other) => sum + overlap(roomy, other), 0) * 4 + covered * 60 + far;
}

function draw(item, box) {
    const nearX = Math.max(box.x0, Math.min(item.x, box.x1));
    const nearY = Math.max(box.y0, Math.min(item.y, box.y1));
    const toLeft = box.x1 < item.x;
    const isAbove = Math.abs((box.x0 + box.x1) / 2 - item.x) < 2;
    const anchor = isAbove ? "middle" : toLeft ? "end" : "start";
    const x = isAbove ? item.x : toLeft ? box.x1 : box.x0;
    return svg("g", { class: `label ${item.class}` },
        svg("line", { class: "leader", x1: item.x, y1: item.y, x2: nearX + (toLeft ? 3 : isAbove ? 0 : -3), y2: nearY }),
        svg("text", { "text-anchor": anchor }, item.lines.map((line, i) =>
            svg("tspan", { x, y: box.y0 + 11.5 + i * lineHeight, class: i === 0 ? "strong" : "weak" }, line))));
}

/// items: [{x, y, lines, class}], the most important first. Returns one group.
export function placeLabels(items, obstacles, bounds) {
    const placed = items.map(({ x, y }) => ({ x0: x - 8, y0: y - 8, x1: x + 8, y1: y + 8 }));
    return svg("g", { class: "labels", "aria-hidden": "true" }, items.map((item) => {
        let best = null;
        for (const { dx, dy, far } of offsets) {
            const box = boxAt(item, dx, dy);
            const price = cost(box, far, placed, obstacles, bounds);
            if (!best || price < best.price) best = { box, price };
        }
        placed.push(best.box);
        return draw(item, best.box);
    }));
}

/// A line in small steps, as things to keep clear of.
export function steps(points, length = 8) {
    return points.slice(1).flatMap((end, i) => {
        const start = points[i];
        const parts = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / length));
        return Array.from({ length: parts }, (_, k) =>
            ({ x: start.x + (end.x - start.x) * k / parts, y: start.y + (end.y - start.y) * k / parts }));
    });
}
