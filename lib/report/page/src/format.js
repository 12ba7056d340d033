// Numbers and names for people; the words of lib/report/text.hpp.
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

export const count = (value) => (isNumber(value) ? whole.format(value) : "–");

export function latency(us) {
    if (!isNumber(us)) return "–";
    if (us < 99.95) return `${us.toFixed(1)} µs`;
    if (us < 999.5) return `${us.toFixed(0)} µs`;
    if (us < 999.5e3) return `${(us / 1e3).toFixed(us < 99.95e3 ? 2 : 0)} ms`;
    return `${(us / 1e6).toFixed(2)} s`;
}

/// For axes: no digits that say nothing.
export function latencyTick(us) {
    if (us === 0) return "0";
    return us < 1e3 ? `${Number(us.toPrecision(4))} µs` : us < 1e6 ? `${us / 1e3} ms` : `${us / 1e6} s`;
}

export function iopsTick(iops) {
    const short = (value) => String(Number(value.toPrecision(4)));
    return iops >= 1e6 ? `${short(iops / 1e6)}M` : iops >= 1e3 ? `${short(iops / 1e3)}K` : short(iops);
}

export function signedPercent(value) {
    if (!isNumber(value)) return "–";
    return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)} %`;
}

export const percent = (share) => (isNumber(share) ? `${(share * 100).toFixed(0)} %` : "–");

export const gradeWords = {
    "spec-only": "spec only",
    "calibrated": "calibrated on this array",
    "cross-validated": "cross-validated",
};

export const measuredLabel = (point) => (point.point === "sub_ms_limit" ? "1 ms limit" : point.point);
