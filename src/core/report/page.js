"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  const time = (seconds) => {
    if (seconds < 120) return Math.round(seconds * 10) / 10 + " s";
    if (seconds < 7200) return Math.round(seconds / 6) / 10 + " min";
    return Math.round(seconds / 360) / 10 + " h";
  };
  Chart.defaults.color = color("--soft");
  Chart.defaults.animation = false;
  Chart.defaults.maintainAspectRatio = false;

  const draw = (id, points, label, line, stepped) => {
    const canvas = document.getElementById(id);
    if (!canvas) return;
    new Chart(canvas, {
      type: "line",
      data: {
        datasets: [{
          label: label, data: points, borderColor: line, backgroundColor: line, borderWidth: 2, pointRadius: 0,
          pointHitRadius: 12, stepped: stepped, tension: 0,
        }],
      },
      options: {
        interaction: { mode: "nearest", axis: "x", intersect: false },
        plugins: {
          legend: { display: false },
          tooltip: { callbacks: { title: (items) => time(items[0].parsed.x) } },
        },
        scales: {
          x: {
            type: "linear", min: 0, max: points.length ? points[points.length - 1].x : undefined,
            grid: { color: color("--grid") }, ticks: { callback: time, maxTicksLimit: 7 },
          },
          y: { beginAtZero: true, grid: { color: color("--grid") }, ticks: { precision: stepped ? 0 : undefined } },
        },
      },
    });
  };
  const points = (rows) => rows.map((row) => ({ x: row[0], y: row[1] }));
  draw("rate", points(data.rate), "tests per second", color("--accent"), false);
  draw("findings-over-time", points(data.findings), "findings", color("--bug"), "before");
})();
