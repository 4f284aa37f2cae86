// Number and total salary of the Gamers chosen for a line-up.

import { translate } from "../site/words.js";

const form = document.querySelector("[data-lineup]");

if (form) {
  const sum = form.querySelector("[data-sum]");
  const update = () => {
    const chosen = [...form.querySelectorAll("input[name=contract_ids]:checked")];
    const salaries = chosen.reduce((all, box) => all + Number(box.dataset.salary), 0);
    sum.textContent = translate("{n} selected, total salary {salaries}", { n: chosen.length, salaries });
  };
  form.addEventListener("change", update);
  update();
}
