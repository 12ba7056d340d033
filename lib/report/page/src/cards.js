// Several curves: one small panel each on common axes, the others in grey behind it. A panel is also the selector.
import { line } from "d3-shape";
import { frame, iopsScale, latencyScale } from "./axes.js";
import { html, svg } from "./dom.js";
import { count, iopsTick, latencyTick, signedPercent } from "./format.js";
import { drawable } from "./model.js";

const box = frame(240, 130, { left: 8, right: 8, top: 8, bottom: 20 });

export const curveName = (curve) => `${curve.array} ${curve.workload}`;

export function cards(curves, first, select) {
    const points = curves.flatMap(drawable);
    if (points.length === 0) return null;
    const means = points.map((point) => point.latency_us.mean);
    const x = iopsScale(Math.max(...points.map((point) => point.iops)) * 1.02, box);
    const y = latencyScale([Math.min(...means) / 1.2, Math.max(...means) * 1.2], true, box);
    const path = line((point) => x(point.iops), (point) => y(point.latency_us.mean));
    const buttons = curves.map((curve, i) => html("button", { type: "button", class: "card", "aria-pressed": "false",
        onclick: () => choose(i) },
        html("strong", {}, curve.workload), html("span", { class: "weak" }, curve.array),
        panel(curves, curve, path, x, y),
        html("span", {}, `peak ${curve.peak ? count(curve.peak.iops) : "–"} IOPS`),
        html("span", { class: "weak" }, peakError(curve))));
    function choose(index) {
        buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === index)));
        select(index);
    }
    choose(first);
    return html("nav", { class: "cards", "aria-label": "Curves" }, buttons);
}

function peakError(curve) {
    if (curve.verdict) return curve.verdict.word;
    const peak = (curve.measured ?? []).find((point) => point.point === "peak");
    return peak ? `${signedPercent(peak.error_pct)} against measured` : "not measured";
}

function panel(curves, curve, path, x, y) {
    const [, most] = x.domain();
    const millisecond = y(1000);
    return svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, "aria-hidden": "true", class: "chart" },
        millisecond > box.top && millisecond < box.bottom ? svg("g", { class: "millisecond" },
            svg("line", { x1: box.left, x2: box.right, y1: millisecond, y2: millisecond }),
            svg("text", { x: box.left, y: millisecond - 4 }, latencyTick(1000))) : null,
        curves.map((other) => (other === curve ? null : svg("path", { class: "ghost", d: path(drawable(other)) }))),
        svg("path", { class: "series mean", d: path(drawable(curve)) }),
        svg("g", { class: "axis" }, svg("line", { class: "rule", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
            svg("text", { x: box.right, y: box.bottom + 14, "text-anchor": "end" }, `${iopsTick(Number(most.toPrecision(2)))} IOPS`)));
}
