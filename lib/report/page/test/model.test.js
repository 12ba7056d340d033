// npm test: what the charts are drawn from, on node's own test runner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { latency, signedPercent } from "../src/format.js";
import { bandOf, breakdownByKind, kindsOf, layers, limitOf, meanError, named, rising, serverKind, tableRows, utilizationByKind } from "../src/model.js";

const point = (iops, mean, extra = {}) => ({
    load: { outstanding: 8, target_iops: null }, iops, latency_us: { mean, mean_ci95: [mean - 1, mean + 1] }, prediction90: null,
    utilization: { "node.1.cpu": 0.9, "node.2.cpu": 0.8, "port.1a": 0.3 },
    breakdown_us: { "node.1.cpu": { wait: mean - 50, service: 20 }, "node.2.cpu": { wait: 0, service: 20 }, "port.1a": { wait: 0, service: 10 } },
    ...extra,
});
const curve = { points: [point(100, 60), point(200, 100), point(200, 120)], measured: [] };

test("a kind is a place without its numbers", () => {
    assert.equal(serverKind("node.1.cpu"), "node cpu");
    assert.equal(serverKind("host.2.port.1"), "host port");
    assert.equal(serverKind("port.1a"), "port");
    assert.equal(serverKind("fabric"), "fabric");
});

test("servers of a kind are added for latency, and the busiest counts for utilization", () => {
    assert.deepEqual(breakdownByKind(curve.points[1]).get("node cpu"), { wait: 50, service: 40 });
    const [first, second] = utilizationByKind(curve.points[0]);
    assert.deepEqual([first.kind, first.max, first.servers.length, second.kind], ["node cpu", 0.9, 2, "port"]);
    assert.equal(limitOf(curve).kind, "node cpu");
});

test("the layers at each point sum to the mean latency, also where kinds are pooled", () => {
    for (const kinds of [kindsOf(curve), ["node cpu", "other"], ["other"]]) {
        const stack = layers(curve, kinds);
        rising(curve).forEach(({ latency_us: { mean } }, i) =>
            assert.equal(stack.reduce((sum, layer) => sum + layer.values[i], 0), mean));
    }
});

test("only the rising branch has one latency for an IOPS", () => {
    assert.deepEqual(rising(curve).map(({ iops }) => iops), [100, 200]);
});

test("the band is the prediction's where it is known, else the simulation's, else none", () => {
    assert.match(bandOf(curve).name, /confidence/);
    const calibrated = { points: [1, 2].map((iops) => point(iops, 60, { prediction90: { iops: null, latency_us: [50, 70] } })) };
    assert.match(bandOf(calibrated).name, /prediction/);
    const bare = { points: [1, 2].map((iops) => point(iops, 60, { latency_us: { mean: 60, mean_ci95: null } })) };
    assert.equal(bandOf(bare), null);
});

test("measured points stand before the first predicted one that does as much", () => {
    const measured = [{ point: "peak", iops: 500 }, { point: "start", iops: 100 }, { point: "note", iops: null }];
    const rows = tableRows({ points: curve.points, measured }).map((row) => row.measured?.point ?? row.predicted.iops);
    assert.deepEqual(rows, ["note", "start", 100, 200, 200, "peak"]);
});

test("the mean error leaves out what is not scored", () => {
    assert.equal(meanError({ measured: [{ fit: true, error_pct: -2 }, { fit: true, error_pct: 4 }, { fit: false, error_pct: 90 }] }), 3);
    assert.equal(meanError({}), null);
});

test("of many measured points the largest and the worst are named", () => {
    const measured = Array.from({ length: 9 }, (_, i) => ({ iops: i, error_pct: i === 4 ? -30 : 1, fit: true }));
    assert.deepEqual(named(measured).map(({ iops }) => iops), [8, 4]);
    assert.equal(named(measured.slice(0, 8)).length, 8);
});

test("numbers read the same as in the terminal", () => {
    assert.deepEqual([21.5, 217.4, 3360, 120e3, 1.2e6, null].map(latency), ["21.5 µs", "217 µs", "3.36 ms", "120 ms", "1.20 s", "–"]);
    assert.deepEqual([1.62, -0.2, null].map(signedPercent), ["+1.6 %", "−0.2 %", "–"]);
});
