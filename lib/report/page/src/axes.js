// The frame of a chart: scales, grid lines, labels.
import { scaleLinear, scaleLog } from "d3-scale";
import { iopsTick } from "./format.js";
import { svg } from "./dom.js";

export function frame(width, height, margin) {
    return { width, height, left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
}

export const iopsScale = (most, box) => scaleLinear([0, most], [box.left, box.right]);

export function latencyScale([low, high], isLog, box) {
    return isLog ? scaleLog([low, high], [box.bottom, box.top]) : scaleLinear([0, high], [box.bottom, box.top]);
}

/// 1, 2, 5 in each decade of a log scale; the linear ones know their own.
export function latencyTicks(scale, isLog, wanted = 6) {
    if (!isLog) return scale.ticks(wanted);
    const [low, high] = scale.domain();
    const ticks = [];
    for (let decade = 10 ** Math.floor(Math.log10(low)); decade <= high; decade *= 10) {
        for (const step of [1, 2, 5]) ticks.push(decade * step);
    }
    return ticks.filter((tick) => tick >= low && tick <= high);
}

export function drawX(scale, box, title) {
    const ticks = scale.ticks(Math.max(2, Math.round((box.right - box.left) / 130)));
    return svg("g", { class: "axis", "aria-hidden": "true" },
        svg("line", { class: "rule", x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom }),
        ticks.map((tick) => svg("g", {},
            svg("line", { class: "rule", x1: scale(tick), x2: scale(tick), y1: box.bottom, y2: box.bottom + 5 }),
            svg("text", { x: scale(tick), y: box.bottom + 19, "text-anchor": "middle" }, iopsTick(tick)))),
        title ? svg("text", { class: "axis-title", x: box.right, y: box.bottom + 37, "text-anchor": "end" }, title) : null);
}

export function drawY(scale, box, ticks, format, title) {
    return svg("g", { class: "axis", "aria-hidden": "true" },
        ticks.map((tick) => svg("g", {},
            svg("line", { class: "grid", x1: box.left, x2: box.right, y1: scale(tick), y2: scale(tick) }),
            svg("text", { x: box.left - 8, y: scale(tick), dy: "0.32em", "text-anchor": "end" }, format(tick)))),
        title ? svg("text", { class: "axis-title", x: 0, y: box.top - 14 }, title) : null);
}
