// Draws every chart of the report from the specification that stands beside it. Nothing is loaded.
"use strict";
const drawn = [...document.querySelectorAll("[data-chart]")].map(async (place) => {
  const spec = JSON.parse(document.getElementById(place.dataset.chart).textContent);
  const result = await vegaEmbed(place, spec, {
    mode: "vega-lite",
    renderer: "svg",
    actions: {export: true, source: false, compiled: false, editor: false},
    downloadFileName: place.dataset.chart,
  });
  return result.view.runAsync();
});
// What prints or tests the page waits for this.
window.costructCharts = Promise.all(drawn);
