import assert from "node:assert/strict";
import { test } from "node:test";
import { linePath, spanOf } from "../../src/gajah/web/static/js/player/rating-chart.js";

test("a rating that hardly changes does not fill the chart", () => {
  assert.deepEqual(spanOf([1500, 1510]), { low: 1455, high: 1555 });
  assert.deepEqual(spanOf([1400, 1600]), { low: 1400, high: 1600 });
});

test("the line goes from the first game on the left to the last on the right, up where it rises", () => {
  assert.equal(linePath([1400, 1600, 1500]), "M0 100L50 0L100 50");
});
