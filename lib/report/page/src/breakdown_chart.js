// Where the latency goes: service and waiting at each kind of server, stacked over IOPS.
import { area } from "d3-shape";
import { scaleLinear } from "d3-scale";
import { drawX, drawY, frame } from "./axes.js";
import { figure, html, svg } from "./dom.js";
import { latency, latencyTick, percent } from "./format.js";
import { layers, rising } from "./model.js";

const box = frame(640, 380, { left: 62, right: 14, top: 40, bottom: 48 });
let patterns = 0;

export function breakdownChart(curve, kinds, colorOf) {
    const stack = layers(curve, kinds);
    if (stack.length === 0 || rising(curve).length < 2) return null;
    return figure({
        title: "Where the latency goes",
        caption: html("span", { class: "legend" },
            html("span", { class: "swatch service-swatch" }), "in service",
            html("span", { class: "swatch wait-swatch" }), "waiting, in the same colour"),
        options: [{ name: "unit", label: "Show", value: "share",
            choices: [{ value: "share", label: "share of the mean" }, { value: "us", label: "microseconds" }] }],
        draw: ({ unit }) => draw(curve, kinds, stack, colorOf, unit === "share"),
    });
}

function draw(curve, kinds, stack, colorOf, isShare) {
    const points = rising(curve);
    const totals = points.map((_, i) => stack.reduce((sum, layer) => sum + layer.values[i], 0));
    const valueOf = (layer, i) => (isShare ? layer.values[i] / totals[i] : layer.values[i]);
    const x = scaleLinear([points[0].iops, points[points.length - 1].iops], [box.left, box.right]);
    const y = scaleLinear([0, isShare ? 1 : Math.max(...totals)], [box.bottom, box.top]);
    const hatch = `hatch-${patterns += 1}`;
    const root = svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "img", preserveAspectRatio: "xMinYMin", class: "chart",
        "aria-label": `Mean latency by server: ${describe(kinds, stack, totals)}` },
        svg("defs", {}, svg("pattern", { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
            svg("line", { class: "hatch", x1: 0, x2: 0, y1: 0, y2: 6 }))));
    const base = points.map(() => 0);
    const names = [];
    for (const layer of stack) {
        const bounds = points.map((point, i) => ({ x: x(point.iops), low: y(base[i]), high: y(base[i] += valueOf(layer, i)) }));
        const d = area().x((b) => b.x).y0((b) => b.low).y1((b) => b.high)(bounds);
        const name = `${layer.kind}, ${layer.part === "wait" ? "waiting" : "service"}`;
        root.append(svg("path", { class: `layer ${layer.part}`, style: `fill: var(--${colorOf(layer.kind)})`, d }, svg("title", {}, name)));
        if (layer.part === "wait") root.append(svg("path", { class: "hatched", fill: `url(#${hatch})`, d }));
        names.push(nameInside(name, bounds, layer.part, colorOf(layer.kind)));
    }
    root.append(drawY(y, box, y.ticks(5), isShare ? percent : latencyTick, isShare ? "share of mean latency" : "mean latency"),
        drawX(x, box, "IOPS"), ...names.filter(Boolean));
    return html("div", {}, root, legend(kinds, colorOf));
}

/// The name where the layer is thickest, if it is thick enough there.
function nameInside(name, bounds, part, color) {
    const half = name.length * 3.4 + 6;
    const thickness = (centre) => {
        const inside = bounds.filter((b) => Math.abs(b.x - centre) <= half + 20);
        const top = Math.max(...inside.map((b) => b.high));
        const bottom = Math.min(...inside.map((b) => b.low));
        return { height: inside.length > 0 ? bottom - top : 0, y: (top + bottom) / 2 };
    };
    let best = null;
    for (let centre = box.left + half; centre <= box.right - half; centre += 10) {
        const { height, y } = thickness(centre);
        if (!best || height > best.height + 0.5) best = { height, y, x: centre };
    }
    if (!best || best.height < 16) return null;
    return svg("text", { class: `inside ${part}`, x: best.x, y: best.y, dy: "0.35em", "text-anchor": "middle",
        style: part === "service" ? `fill: var(--on-${color}, var(--inside))` : null, "aria-hidden": "true" }, name);
}

const legend = (kinds, colorOf) => html("ul", { class: "kinds" }, kinds.map((kind) =>
    html("li", {}, html("span", { class: "chip", style: `background: var(--${colorOf(kind)})` }), kind)));

function describe(kinds, stack, totals) {
    const last = totals.length - 1;
    return kinds.map((kind) => {
        const us = stack.filter((layer) => layer.kind === kind).reduce((sum, layer) => sum + layer.values[last], 0);
        return `${kind} ${latency(us)}`;
    }).join(", ") + " at the highest load.";
}
