// Every number of the curve, for reading, copying and screen readers; measured points stand where they belong.
import { html } from "./dom.js";
import { count, isNumber, latency, measuredLabel, percent, signedPercent } from "./format.js";
import { tableRows } from "./model.js";

const percentiles = [["p50", "p50"], ["p95", "p95"], ["p99", "p99"], ["p99_9", "p99.9"]];

export function pointsTable(curve) {
    const known = percentiles.filter(([key]) => curve.points.some((point) => isNumber(point.latency_us[key])));
    const heads = ["Target", "Outstanding", "IOPS", "MiB/s", "Mean µs", "± 95 %", ...known.map(([, name]) => name)];
    const head = html("tr", {}, heads.map((name) => html("th", { scope: "col", class: "number" }, name)),
        html("th", { scope: "col" }, "Bottleneck"));
    return html("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Points of the curve" },
        html("table", {}, html("caption", {}, html("h3", {}, "Points")), html("thead", {}, head),
            html("tbody", {}, tableRows(curve).map((row) =>
                (row.predicted ? predictedRow(row.predicted, known) : measuredRow(row.measured, known.length))))));
}

const cell = (text) => html("td", { class: "number" }, text);

function predictedRow(point, known) {
    const { load, latency_us: us } = point;
    const half = us.mean_ci95 ? (us.mean_ci95[1] - us.mean_ci95[0]) / 2 : null;
    const width = half === null ? "" : half < 9.95 ? half.toFixed(1) : count(half);
    const busy = point.utilization[point.bottleneck];
    return html("tr", {}, cell(load.target_iops === null ? "max" : count(load.target_iops)),
        cell(load.outstanding === null ? "∞" : count(load.outstanding)), cell(count(point.iops)), cell(count(point.mib_per_s)),
        cell(count(us.mean)), html("td", { class: point.precision_reached ? "number weak" : "number poor",
            title: point.precision_reached ? null : "wider than was asked for" }, point.precision_reached ? width : `${width} !`),
        known.map(([key]) => cell(count(us[key]))),
        html("td", {}, point.bottleneck ?? "–", " ", html("span", { class: "weak" }, percent(busy))));
}

function measuredRow(point, percentileCount) {
    const said = isNumber(point.predicted_iops)
        ? `predicted ${count(point.predicted_iops)} IOPS${isNumber(point.predicted_latency_us) ? ` at ${latency(point.predicted_latency_us)}` : ""}`
        : isNumber(point.predicted_latency_us) ? `predicted ${latency(point.predicted_latency_us)}`
            : point.latency_usable ? "beyond what is predicted" : "latency not usable";
    return html("tr", { class: "measured-row", title: point.note },
        html("th", { scope: "row" }, html("span", { "aria-hidden": "true" }, "◆ "), `measured ${measuredLabel(point)}`),
        cell(count(point.outstanding)), cell(count(point.iops)), cell(""),
        cell(point.latency_usable ? count(point.latency_us) : "–"),
        html("td", { colspan: 2 + percentileCount, class: "said" },
            isNumber(point.error_pct) ? html("strong", {}, signedPercent(point.error_pct), " ") : null,
            said, point.fit ? "" : ", not scored"));
}
