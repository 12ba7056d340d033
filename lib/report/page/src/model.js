// From the JSON of a prediction to what the charts draw. No drawing here, so that it can be tested alone.
import { isNumber } from "./format.js";

/// A server's place without its numbers: "node.1.cpu" is a "node cpu", "port.1a" a "port".
export function serverKind(place) {
    return place.split(".").filter((word) => word && !/^\d/.test(word)).join(" ");
}

/// Points with an IOPS and a mean latency, in the order of the curve.
export function drawable(curve) {
    return curve.points.filter((point) => point.iops > 0 && point.latency_us.mean > 0);
}

/// Those that do more IOPS than all before: where one IOPS has one latency.
export function rising(curve) {
    let most = 0;
    return drawable(curve).filter((point) => point.iops > most && (most = point.iops));
}

/// The last of equals: behind the paced steps, the one without a pace to cap its interval.
export function peakPoint(curve) {
    return curve.points.reduce((best, point) => (!best || point.iops >= best.iops ? point : best), null);
}

/// Busiest kind first: [{kind, max, servers: [{place, utilization}]}].
export function utilizationByKind(point) {
    const kinds = new Map();
    for (const [place, utilization] of Object.entries(point?.utilization ?? {})) {
        if (!isNumber(utilization)) continue;
        const kind = serverKind(place);
        if (!kinds.has(kind)) kinds.set(kind, { kind, max: 0, servers: [] });
        const entry = kinds.get(kind);
        entry.max = Math.max(entry.max, utilization);
        entry.servers.push({ place, utilization });
    }
    return [...kinds.values()].sort((a, b) => b.max - a.max || a.kind.localeCompare(b.kind));
}

/// Microseconds by kind at one point: Map kind -> {wait, service}.
export function breakdownByKind(point) {
    const kinds = new Map();
    for (const [place, time] of Object.entries(point.breakdown_us)) {
        const kind = serverKind(place);
        const sum = kinds.get(kind) ?? { wait: 0, service: 0 };
        sum.wait += time.wait ?? 0;
        sum.service += time.service ?? 0;
        kinds.set(kind, sum);
    }
    return kinds;
}

/// The kinds that take time anywhere on the curve, the longest first; all beyond `limit` are one, "other".
export function kindsOf(curve, limit = 6) {
    const most = new Map();
    for (const point of rising(curve)) {
        for (const [kind, { wait, service }] of breakdownByKind(point)) {
            // Of its share rather than its microseconds: what matters at a light load counts as much as at the peak.
            const share = (wait + service) / point.latency_us.mean;
            most.set(kind, Math.max(most.get(kind) ?? 0, share));
        }
    }
    const sorted = [...most].filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1]).map(([kind]) => kind);
    return sorted.length <= limit ? sorted : [...sorted.slice(0, limit - 1), "other"];
}

/// Layers of the stacked chart, from the bottom: [{kind, part, values: [us by point]}], service of all below wait of all,
/// because service is there at every load and waiting grows on top of it.
export function layers(curve, kinds) {
    const points = rising(curve).map((point) => ({ mean: point.latency_us.mean, kinds: breakdownByKind(point) }));
    const valueOf = ({ kinds: times }, kind, part) => {
        if (kind !== "other") return times.get(kind)?.[part] ?? 0;
        return [...times].reduce((sum, [name, time]) => sum + (kinds.includes(name) ? 0 : time[part]), 0);
    };
    return ["service", "wait"].flatMap((part) =>
        kinds.map((kind) => ({ kind, part, values: points.map((point) => valueOf(point, kind, part)) })))
        .filter((layer) => layer.values.some((value) => value > 0));
}

/// The band around the mean, whichever is known: what the calibration promises, or else the simulation's own noise.
export function bandOf(curve) {
    const points = rising(curve);
    const pick = (name, choose) => {
        const band = points.map((point) => ({ iops: point.iops, interval: choose(point) }));
        return band.length > 1 && band.every(({ interval }) => interval) ? { name, band } : null;
    };
    return pick("90 % prediction interval", (point) => point.prediction90?.latency_us)
        ?? pick("95 % confidence interval of the mean", (point) => point.latency_us.mean_ci95);
}

/// What limits the curve at its peak, in words; lib/report/summary.hpp says it alike.
export function limitOf(curve) {
    const kinds = utilizationByKind(peakPoint(curve));
    if (kinds.length === 0) return null;
    return { kind: kinds[0].kind, utilization: kinds[0].max, next: kinds[1] ?? null, isFull: kinds[0].max >= 0.85 };
}

/// Mean size of the error over the scored measured points, percent, or null.
export function meanError(curve) {
    const errors = (curve.measured ?? []).filter((point) => point.fit && isNumber(point.error_pct));
    if (errors.length === 0) return null;
    return errors.reduce((sum, point) => sum + Math.abs(point.error_pct), 0) / errors.length;
}

/// The measured points to name in a chart: all of a few, else the largest and the one with the largest error.
export function named(measured, most = 8) {
    if (measured.length <= most) return measured;
    const largest = (of) => measured.reduce((best, point) => (of(point) > of(best) ? point : best));
    return [...new Set([largest((point) => point.iops), largest((point) => (point.fit ? Math.abs(point.error_pct ?? 0) : 0))])];
}

/// Rows of the table: predicted in the order of the curve, each measured one before the first that does more.
export function tableRows(curve) {
    const measured = [...(curve.measured ?? [])].sort((a, b) => (a.iops ?? 0) - (b.iops ?? 0));
    const rows = [];
    for (const point of curve.points) {
        while (measured.length > 0 && (measured[0].iops ?? 0) <= point.iops) rows.push({ measured: measured.shift() });
        rows.push({ predicted: point });
    }
    return [...rows, ...measured.map((point) => ({ measured: point }))];
}
