// Draws every chart of the report from the specification that stands beside it, and offers its numbers as CSV.
// Nothing is loaded.
"use strict";

const columnNames = {error: "standard_error", low95: "interval_low", high95: "interval_high"};
// What only the drawing needs.
const notNumbers = ["number", "panel", "low", "high", "first_low", "first_high", "second_low", "second_high"];

function csvField(value) {
  const text = value === undefined || value === null ? "" : String(value);
  return /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csvOf(rows) {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((column) => !notNumbers.includes(column)).sort();
  const lines = rows.map((row) => columns.map((column) => csvField(row[column])).join(","));
  return [columns.map((column) => columnNames[column] ?? column).join(","), ...lines].join("\n") + "\n";
}

function offerNumbers(place, rows) {
  const link = document.createElement("a");
  link.download = `${place.dataset.chart}.csv`;
  link.href = URL.createObjectURL(new Blob([csvOf(rows)], {type: "text/csv"}));
  link.textContent = `Download ${link.download}`;
  const line = document.createElement("p");
  line.className = "download";
  line.append(link);
  place.after(line);
}

const drawn = [...document.querySelectorAll("[data-chart]")].map(async (place) => {
  const spec = JSON.parse(document.getElementById(place.dataset.chart).textContent);
  const rows = spec.data.values.map((row) => ({...row}));
  const result = await vegaEmbed(place, spec, {
    mode: "vega-lite",
    renderer: "svg",
    actions: {export: true, source: false, compiled: false, editor: false},
    downloadFileName: place.dataset.chart,
  });
  await result.view.runAsync();
  place.querySelector("summary")?.setAttribute("aria-label", `Save the chart ${place.dataset.chart}`);
  offerNumbers(place, rows);
});
// What prints or tests the page waits for this.
window.costructCharts = Promise.all(drawn);
