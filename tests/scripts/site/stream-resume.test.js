// The same connection over a real line: the browser resumes after the last id that it has read.

import { equal, test, until } from "/tests/testing.js";
import { board, change, follow } from "/tests/fake-stream.js";
import { openPage } from "/tests/pages.js";

const message = (kind, id, data) => `retry: 20\nevent: ${kind}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

test("A line that ends is taken up after the last id, and nothing is missing or told twice", async () => {
  const streams = [
    message("match", "12.1", board(1)) + message("change", "12.2", change(1, 2, {}, [{ n: 2 }])),
    message("match", "12.3", board(3, { log: [{ n: 3 }] })),
  ];
  await fetch("/streams", { method: "POST", body: JSON.stringify(streams) });
  const page = openPage();
  const reader = follow(await page.load("/static/site/stream.js"), ["match.12"]);
  await until(() => reader.of("match").length === 3, "three boards");
  equal(reader.of("match").map(({ entry }) => entry), [1, 2, 3]);
  const connections = await (await fetch("/connections")).json();
  equal(connections.slice(0, 2).map(({ resumed }) => resumed), ["", "12.2"]);
  equal(reader.of("state").slice(0, 3), [true, false, true]);
});
