// The main chart: latency against IOPS, with its band, its landmarks and what was measured.
import { area, line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from "d3-shape";
import { drawX, drawY, frame, iopsScale, latencyScale, latencyTicks } from "./axes.js";
import { figure, html, svg } from "./dom.js";
import { count, isNumber, latency, latencyTick, measuredLabel, percent, signedPercent } from "./format.js";
import { placeLabels, steps } from "./labels.js";
import { bandOf, drawable, limitOf, named, peakPoint } from "./model.js";

const box = frame(1100, 450, { left: 62, right: 26, top: 40, bottom: 48 });
const shapes = { start: symbolTriangle, sub_ms_limit: symbolSquare, peak: symbolDiamond };
const series = [{ key: "mean", label: "mean" }, { key: "p95", label: "p95" }, { key: "p99", label: "p99" }];

const swatch = (name) => svg("svg", { class: "swatch", width: 26, height: 10, "aria-hidden": "true" },
    svg("line", { class: `series ${name}`, x1: 0, x2: 26, y1: 5, y2: 5 }));

const measuredOf = (curve) =>
    (curve.measured ?? []).filter((point) => point.iops > 0 && point.latency_us > 0 && point.latency_usable);

export function latencyChart(curve) {
    const has = (key) => drawable(curve).some((point) => isNumber(point.latency_us[key]));
    const band = bandOf(curve);
    const toggles = series.slice(1).filter(({ key }) => has(key))
        .map(({ key, label }) => ({ name: key, label, value: true, swatch: swatch(key) }));
    return figure({
        title: "Latency against IOPS",
        caption: html("span", { class: "legend" }, swatch("mean"), "predicted mean",
            band ? [html("span", { class: "swatch band-swatch" }), band.name] : [],
            measuredOf(curve).length > 0 ? [mark({ point: "peak" }), curve.verdict ? "measured, and its line to the prediction for the same load" : "measured"] : []),
        options: [...toggles, { name: "axis", label: "Latency axis", value: "log",
            choices: [{ value: "log", label: "logarithmic" }, { value: "linear", label: "linear" }] }],
        draw: (state) => draw(curve, band, { ...state, mean: true, isLog: state.axis === "log" }),
    });
}

function mark(point) {
    return svg("svg", { class: "swatch", width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" },
        svg("path", { class: "measured-mark", d: symbol(shapes[point.point] ?? symbolCircle, 60)() }));
}

function scalesOf(curve, band, shown) {
    const measured = measuredOf(curve);
    const latencies = [...drawable(curve).flatMap((point) => shown.map((key) => point.latency_us[key])),
        ...measured.map((point) => point.latency_us), ...(band?.band ?? []).flatMap(({ interval }) => interval)]
        .filter((value) => value > 0);
    const most = Math.max(...drawable(curve).map((point) => point.prediction90?.iops?.[1] ?? point.iops),
        ...measured.map((point) => point.iops));
    return { most: most * 1.04, range: [Math.min(...latencies) / 1.25, Math.max(...latencies) * 1.15] };
}

function draw(curve, band, state) {
    const points = drawable(curve);
    if (points.length === 0) return html("p", { class: "empty" }, "No points were predicted.");
    const shown = series.map(({ key }) => key).filter((key) => state[key]);
    const { most, range } = scalesOf(curve, band, shown);
    const x = iopsScale(most, box);
    const y = latencyScale(range, state.isLog, box);
    const at = (iops, us) => ({ x: x(iops), y: y(us) });
    const description = `Mean latency from ${latency(points[0].latency_us.mean)} at ${count(points[0].iops)} IOPS to ` +
        `${latency(curve.peak?.latency_us)} at the peak of ${count(curve.peak?.iops)} IOPS. All points are in the table.`;
    const root = svg("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "img", preserveAspectRatio: "xMinYMin", "aria-label": description, class: "chart" },
        drawY(y, box, latencyTicks(y, state.isLog), latencyTick, "latency"), drawX(x, box, "IOPS"),
        oneMillisecond(y), band ? drawBand(band, x, y) : null, peakInterval(curve, x, y),
        shown.slice().reverse().map((key) => svg("path", { class: `series ${key}`,
            d: line((point) => x(point.iops), (point) => y(point.latency_us[key]))
                .defined((point) => point.latency_us[key] > 0)(points) })),
        points.map((point) => svg("circle", { class: "step", cx: x(point.iops), cy: y(point.latency_us.mean), r: 2.6 })));
    const lines = shown.map((key) => points.filter((point) => point.latency_us[key] > 0)
        .map((point) => at(point.iops, point.latency_us[key])));
    const whisker = peakPoint(curve)?.prediction90?.iops;
    if (whisker && curve.peak) lines.push(whisker.map((iops) => at(iops, curve.peak.latency_us)));
    const items = [...measuredItems(curve, at), ...landmarkItems(curve, at)];
    const labelled = items.filter(({ isNamed }) => isNamed !== false);
    const marks = items.filter((item) => !labelled.includes(item));
    const obstacles = [...lines.flatMap((each) => steps(each)), ...marks.flatMap((item) => around(item, 7))];
    root.append(answers(curve, at), placeLabels(labelled, obstacles, box),
        ...items.map((item) => item.mark));
    return withTooltip(root, points, at);
}

/// A mark takes room on all sides.
const around = ({ x, y }, far) => [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: x + dx * far, y: y + dy * far })));

function oneMillisecond(y) {
    const [low, high] = y.domain();
    if (low > 1000 || high < 1000) return null;
    return svg("g", { class: "millisecond" },
        svg("line", { x1: box.left, x2: box.right, y1: y(1000), y2: y(1000) }));
}

const drawBand = ({ band }, x, y) => {
    const floor = y.domain()[0] || 1e-9;
    return svg("path", { class: "band", d: area().x(({ iops }) => x(iops))
        .y0(({ interval }) => y(Math.max(interval[0], floor))).y1(({ interval }) => y(interval[1]))(band) });
};

/// How far to either side the peak may lie.
function peakInterval(curve, x, y) {
    const interval = peakPoint(curve)?.prediction90?.iops;
    if (!interval || !curve.peak) return null;
    const height = y(curve.peak.latency_us);
    return svg("path", { class: "whisker", d: `M${x(interval[0])},${height - 5}v10m0,-5H${x(interval[1])}m0,-5v10` });
}

/// From each measured point to the twin's answer to the same load, where a comparison asked for it.
function answers(curve, at) {
    const answerOf = (point) => (point.point === "sub_ms_limit" ? point.latency_us : point.predicted_latency_us);
    const known = curve.verdict ? measuredOf(curve).filter((point) => isNumber(point.predicted_iops) && isNumber(answerOf(point))) : [];
    return svg("g", { class: "answers" }, known.map((point) => {
        const [from, to] = [at(point.iops, point.latency_us), at(point.predicted_iops, answerOf(point))];
        return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    }));
}

function measuredItems(curve, at) {
    const inWords = named(measuredOf(curve));
    return measuredOf(curve).map((point) => {
        const { x, y } = at(point.iops, point.latency_us);
        const error = isNumber(point.error_pct)
            ? `predicted ${point.error_of === "iops" ? "IOPS" : "latency"} ${signedPercent(point.error_pct)}` : null;
        const size = point.point === "sub_ms_limit" ? `${count(point.iops)} IOPS` : `${count(point.iops)} at ${latency(point.latency_us)}`;
        return { x, y, class: "measured-label", isNamed: inWords.includes(point),
            lines: [`measured ${measuredLabel(point)}${point.fit ? "" : " (not scored)"}`, size, error].filter(Boolean),
            mark: svg("path", { class: "measured-mark", transform: `translate(${x},${y})`,
                d: symbol(shapes[point.point] ?? symbolCircle, 90)() }) };
    });
}

function landmarkItems(curve, at) {
    const limit = limitOf(curve);
    const item = (iops, us, lines, radius) => {
        const { x, y } = at(iops, us);
        return { x, y, class: "landmark-label", lines: lines.filter(Boolean), mark: svg("circle", { class: "landmark", cx: x, cy: y, r: radius }) };
    };
    const items = [];
    const { peak, knee } = curve;
    if (peak) {
        items.push(item(peak.iops, peak.latency_us, ["peak", `${count(peak.iops)} at ${latency(peak.latency_us)}`,
            limit ? `${limit.kind} ${percent(limit.utilization)} busy` : null], 6));
    }
    if (isNumber(curve.sub_ms_iops) && peak?.latency_us > 1000) {
        items.push(item(curve.sub_ms_iops, 1000, ["1 ms", `${count(curve.sub_ms_iops)} IOPS`], 4.5));
    }
    if (knee && knee.iops !== peak?.iops) {
        items.push(item(knee.iops, knee.latency_us, ["knee", `${count(knee.iops)} at ${latency(knee.latency_us)}`], 4.5));
    }
    return items;
}

/// The point nearest to the pointer, in words. The table says the same to those who have no pointer.
function withTooltip(root, points, at) {
    const tip = html("div", { class: "tip", hidden: true, "aria-hidden": "true" });
    const ring = svg("circle", { class: "ring", r: 7, visibility: "hidden" });
    root.append(ring);
    const show = (event) => {
        const bounds = root.getBoundingClientRect();
        const scale = box.width / bounds.width;
        const mouse = { x: (event.clientX - bounds.left) * scale, y: (event.clientY - bounds.top) * scale };
        const far = (point) => { const { x, y } = at(point.iops, point.latency_us.mean); return Math.hypot(x - mouse.x, (y - mouse.y) / 3); };
        const nearest = points.reduce((best, point) => (far(point) < far(best) ? point : best));
        const { x, y } = at(nearest.iops, nearest.latency_us.mean);
        ring.setAttribute("cx", x);
        ring.setAttribute("cy", y);
        ring.setAttribute("visibility", "visible");
        const { mean, p95, p99 } = nearest.latency_us;
        tip.replaceChildren(html("strong", {}, `${count(nearest.iops)} IOPS`), html("span", {}, `mean ${latency(mean)}`),
            ...(isNumber(p99) ? [html("span", {}, `p95 ${latency(p95)}, p99 ${latency(p99)}`)] : []),
            html("span", {}, `${nearest.bottleneck ?? "–"} ${percent(nearest.utilization[nearest.bottleneck])}`));
        tip.style.left = `${x / scale}px`;
        tip.style.top = `${y / scale}px`;
        tip.classList.toggle("to-left", x > box.width * 0.7);
        tip.hidden = false;
    };
    const hide = () => { tip.hidden = true; ring.setAttribute("visibility", "hidden"); };
    return html("div", { class: "with-tip", onpointermove: show, onpointerleave: hide }, root, tip);
}
