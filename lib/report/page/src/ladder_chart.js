// The utilization ladder: the busiest server of each kind as a bar, every single one as a tick.
import { scaleLinear } from "d3-scale";
import { figure, html, svg } from "./dom.js";
import { count, percent } from "./format.js";
import { peakPoint, utilizationByKind } from "./model.js";

const width = 460;
const rowHeight = 34;
const left = 176;  // room for "node consistency_point x2"
const right = width - 50;
const top = 12;

export function ladderChart(curve, colorOf) {
    const peak = peakPoint(curve);
    if (utilizationByKind(peak).length === 0) return null;
    const choices = curve.points.map((point, i) => ({ value: String(i),
        label: `${count(point.iops)} IOPS${point === peak ? " (peak)" : ""}` }));
    return figure({
        title: "How busy each part is",
        caption: html("span", { class: "legend" }, "bar: the busiest of its kind; ticks: each one"),
        options: [{ name: "at", label: "At", value: String(curve.points.indexOf(peak)), choices }],
        draw: ({ at }) => draw(curve.points[Number(at)], colorOf),
    });
}

function draw(point, colorOf) {
    const kinds = utilizationByKind(point).slice(0, 9);
    const height = top + kinds.length * rowHeight + 30;
    const x = scaleLinear([0, Math.max(1, ...kinds.map((kind) => kind.max))], [left, right]);
    const words = kinds.map((kind) => `${kind.kind} ${percent(kind.max)}`).join(", ");
    const bottom = height - 26;
    return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", preserveAspectRatio: "xMinYMin", class: "chart", "aria-label": `Utilization: ${words}` },
        [0, 0.25, 0.5, 0.75, 1].map((share) => svg("g", { class: "axis", "aria-hidden": "true" },
            svg("line", { class: share === 1 ? "rule" : "grid", x1: x(share), x2: x(share), y1: top - 6, y2: bottom }),
            svg("text", { x: x(share), y: bottom + 17, "text-anchor": "middle" }, percent(share)))),
        kinds.map((kind, i) => rung(kind, i, x, colorOf)));
}

function rung(kind, i, x, colorOf) {
    const y = top + i * rowHeight;
    const middle = y + rowHeight / 2 - 3;
    const many = kind.servers.length > 1 ? ` ×${kind.servers.length}` : "";
    return svg("g", { class: i === 0 ? "rung first" : "rung" },
        svg("text", { class: "name", x: left - 10, y: middle, dy: "0.35em", "text-anchor": "end" }, kind.kind,
            svg("tspan", { class: "many" }, many)),
        svg("rect", { class: "bar", style: `fill: var(--${colorOf(kind.kind)})`, x: left, y: y + 5, width: Math.max(1, x(kind.max) - left), height: rowHeight - 16 },
            svg("title", {}, kind.servers.map(({ place, utilization }) => `${place} ${percent(utilization)}`).join("\n"))),
        kind.servers.length > 1 ? kind.servers.map(({ utilization }) => svg("line", { class: "each", x1: x(utilization), x2: x(utilization), y1: y + 2, y2: y + rowHeight - 8 })) : null,
        svg("text", { class: "value", x: x(kind.max) + 7, y: middle, dy: "0.35em" }, percent(kind.max)));
}
