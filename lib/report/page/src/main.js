// Reads the prediction that the program put into the page, and lays it out.
import { breakdownChart } from "./breakdown_chart.js";
import { cards, curveName } from "./cards.js";
import { html } from "./dom.js";
import { count, gradeWords, isNumber, latency, percent, signedPercent } from "./format.js";
import { ladderChart } from "./ladder_chart.js";
import { latencyChart } from "./latency_chart.js";
import { kindsOf, limitOf, meanError, peakPoint, utilizationByKind } from "./model.js";
import { pointsTable } from "./points_table.js";

const tile = (name, value, detail) => html("div", { class: "tile" }, html("dt", {}, name), html("dd", {}, html("strong", {}, value),
    detail ? html("span", {}, detail) : null));

function tiles(curve) {
    const limit = limitOf(curve);
    const error = meanError(curve);
    const interval = peakPoint(curve)?.prediction90?.iops;
    const throughout = isNumber(curve.sub_ms_iops) && curve.peak?.latency_us < 1000;
    return html("dl", { class: "tiles" },
        curve.peak ? tile("Peak", `${count(curve.peak.iops)} IOPS`, `at ${latency(curve.peak.latency_us)}` +
            (interval ? `; 90 %: ${count(interval[0])} to ${count(interval[1])}` : "")) : null,
        tile("Below 1 ms", isNumber(curve.sub_ms_iops) ? `${count(curve.sub_ms_iops)} IOPS` : "never",
            throughout ? "up to the peak" : isNumber(curve.sub_ms_iops) ? "where the mean crosses 1 ms" : "the mean starts above"),
        curve.knee ? tile("Knee", `${count(curve.knee.iops)} IOPS`, `at ${latency(curve.knee.latency_us)}, the most IOPS for its latency`) : null,
        limit ? tile("Limited by", limit.isFull ? limit.kind : "latency",
            (limit.isFull ? `${percent(limit.utilization)} busy at the peak` : `no server is full; ${limit.kind} ${percent(limit.utilization)}`) +
            (limit.next ? `; next ${limit.next.kind}, ${percent(limit.next.max)}` : "")) : null,
        error === null ? null : tile("Against measured", `${error.toFixed(1)} %`, errorWords(curve)));
}

function errorWords(curve) {
    const errors = curve.measured.filter((point) => isNumber(point.error_pct)).map((point) => point.error_pct);
    const worst = errors.reduce((most, error) => (Math.abs(error) > Math.abs(most) ? error : most), 0);
    return `mean size of the error; ${errors.length <= 6 ? errors.map(signedPercent).join(", ") : `${errors.length} points, worst ${signedPercent(worst)}`}`;
}

/// What all errors of a comparison say together.
function verdict(curve) {
    if (!curve.verdict) return null;
    const { word, reason } = curve.verdict;
    return html("p", { class: `verdict ${word.replaceAll(" ", "-")}` }, html("strong", {}, word), ` ${reason}.`);
}

/// The name of one colour for a kind of server in all charts of a curve; seven that colour-blind readers can tell apart.
function colorsOf(curve) {
    const kinds = [...new Set([...kindsOf(curve, 7), ...utilizationByKind(peakPoint(curve)).map(({ kind }) => kind)])]
        .filter((kind) => kind !== "other");
    return (kind) => `kind-${kinds.includes(kind) && kinds.indexOf(kind) < 6 ? kinds.indexOf(kind) : "other"}`;
}

function section(curve, index) {
    const colorOf = colorsOf(curve);
    const origin = [curve.measured_as ? `measured as ${curve.measured_as}` : null, `seed ${curve.seed}`].filter(Boolean).join(" · ");
    return html("section", { id: `curve-${index}`, "aria-label": curveName(curve) },
        html("header", {}, html("h2", {}, curve.array, " ", html("span", { class: "workload" }, curve.workload)),
            html("p", {}, html("span", { class: `grade ${curve.grade}` }, gradeWords[curve.grade] ?? curve.grade), " ", html("span", { class: "weak" }, origin))),
        verdict(curve),
        curve.warnings.length > 0 ? html("ul", { class: "cautions", "aria-label": "Cautions" }, curve.warnings.map((text) => html("li", {}, text))) : null,
        tiles(curve), latencyChart(curve),
        html("div", { class: "pair" }, breakdownChart(curve, kindsOf(curve, 6), colorOf), ladderChart(curve, colorOf)),
        pointsTable(curve));
}

function footer({ curves, run }) {
    const command = curves.some((curve) => curve.verdict) ? "compare" : "predict";
    return html("footer", {}, `arraytwin ${command}: ${count(run.simulated_ios)} I/Os simulated in ${isNumber(run.wall_s) ? run.wall_s.toFixed(2) : "–"} s ` +
        `(${count(run.events)} events, ${count(run.jobs)} ${run.jobs === 1 ? "job" : "jobs"}). ` +
        "Error is predicted / measured − 1: latency for points at a given load, IOPS for limits and peaks.");
}

function show() {
    const report = document.getElementById("report");
    let prediction;
    try {
        prediction = JSON.parse(document.getElementById("prediction").textContent);
    } catch {
        report.replaceChildren(html("p", {}, "This page holds no prediction: make one with arraytwin predict … --html FILE."));
        return;
    }
    const { curves } = prediction;
    const names = [...new Set(curves.map((curve) => curve.array))];
    document.title = curves.length === 1 ? `${curveName(curves[0])} · arraytwin` : `${names.join(", ")} · arraytwin`;
    const sections = curves.map(section);
    const select = (index) => sections.forEach((each, i) => { each.hidden = i !== index; });
    const linked = sections.findIndex((each) => `#${each.id}` === location.hash);
    report.replaceChildren(...[curves.length > 1 ? cards(curves, Math.max(0, linked), select) : null, ...sections, footer(prediction)].filter(Boolean));
}

show();
