"use strict";
(function () {
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue("--" + name).trim();
  const time = (seconds) => {
    if (seconds < 0.1) return Math.round(seconds * 1000) / 1000 + " s";
    if (seconds < 10) return Math.round(seconds * 100) / 100 + " s";
    if (seconds < 120) return Math.round(seconds * 10) / 10 + " s";
    if (seconds < 7200) return Math.round(seconds / 6) / 10 + " min";
    return Math.round(seconds / 360) / 10 + " h";
  };
  Chart.defaults.color = color("soft");
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  // The styles of series, without colours.
  const curve = { borderWidth: 2, pointRadius: 0, pointHitRadius: 12, tension: 0 };
  const looks = {
    line: curve,
    stepped: { ...curve, stepped: "before" },
    dashed: { ...curve, borderWidth: 1.5, borderDash: [5, 4], pointHitRadius: 0 },
    dots: { showLine: false, pointRadius: 3.5, pointHitRadius: 4, pointHoverRadius: 6 },
    marks: { showLine: false, pointRadius: 8, pointHoverRadius: 9, pointStyle: "rectRot" },
  };
  const is_curve = (series) => looks[series.drawn].showLine !== false;
  const axis_title = (text) => ({ display: text !== "", text: text });

  const draw = (canvas, chart) => {
    const curves = chart.series.every(is_curve);
    const ends = chart.series.flatMap((series) => series.points.slice(-1).map((point) => point[0]));
    const named = chart.names.length > 0;
    const x_text = (x) => (named ? chart.names[x] ?? "" : time(x));
    const counts = named || chart.series.some((series) => series.drawn !== "line");
    const legend = chart.series.length > 1;
    const grid = { color: color("grid") };
    new Chart(canvas, {
      type: "line",
      data: {
        datasets: chart.series.map((series) => ({
          label: series.label, data: series.points.map((point) => ({ x: point[0], y: point[1], label: point[2], link: point[3] })),
          borderColor: color(series.color), backgroundColor: color(series.color), ...looks[series.drawn],
          ...(legend && is_curve(series) ? { pointStyle: "line" } : {}),
        })),
      },
      options: {
        onClick: (_, elements, shown) => {
          const links = elements.map((one) => shown.data.datasets[one.datasetIndex].data[one.index].link).filter((link) => link);
          if (links.length) location.hash = links[0];
        },
        interaction: { mode: "nearest", axis: curves ? "x" : "xy", intersect: !curves },
        plugins: {
          legend: { display: legend, labels: { usePointStyle: true, boxHeight: 7 } },
          tooltip: {
            callbacks: {
              title: (items) => (items.length ? x_text(items[0].parsed.x) : ""),
              afterLabel: (item) => item.raw.label || "",
            },
          },
        },
        scales: {
          x: {
            type: chart.log ? "logarithmic" : "linear", min: chart.log ? undefined : 0, max: !chart.log && curves && ends.length ? Math.max(...ends) : undefined,
            grid: grid, ticks: named ? { callback: x_text, stepSize: 1 } : { callback: time, maxTicksLimit: 7 }, title: axis_title(chart.x),
          },
          y: {
            type: chart.log ? "logarithmic" : "linear", beginAtZero: chart.zero && !chart.log,
            grace: chart.zero ? 0 : "5%", grid: grid,
            ticks: chart.log ? { callback: time, maxTicksLimit: 7 } : { precision: counts ? 0 : undefined }, title: axis_title(chart.y),
          },
        },
      },
    });
  };

  // A folded chart has no size yet, so it is drawn when the fold opens.
  const draw_all = () => {
    for (const chart of JSON.parse(document.getElementById("data").textContent)) {
      const canvas = document.getElementById(chart.id);
      if (!canvas) continue;
      const fold = canvas.closest("details:not([open])");
      if (fold) fold.addEventListener("toggle", () => draw(canvas, chart), { once: true });
      else draw(canvas, chart);
    }
  };
  draw_all();
  document.addEventListener("renewed", draw_all); // sent by live.js
})();
