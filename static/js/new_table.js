/** The form of a new table: what is left empty shows what it is in the rules that are chosen. */

const form = document.querySelector(".new-table");
const rules = form.querySelectorAll(".rule");
const reset = document.getElementById("as-in-preset");

const preset = () => form.querySelector("[name=preset]:checked")?.value ?? "online";
const usual = ({ dataset }) => JSON.parse(dataset.usual)[preset()];

/** Whether something of the rule is filled in. */
const isTouched = (rule) => [...rule.querySelectorAll("input, select")].some(
  (part) => (part.type === "checkbox" ? part.checked : part.value.trim() !== ""));

function show() {
  for (const rule of rules) {
    for (const box of rule.querySelectorAll("input[data-usual]")) box.placeholder = usual(box);
    const told = rule.querySelector(".rule-usual");
    told.textContent = told.dataset.words.replace("{}", usual(told));
    rule.toggleAttribute("data-touched", isTouched(rule));
  }
  reset.hidden = ![...rules].some(isTouched);
}

function clear() {
  for (const part of form.querySelectorAll(".rule :is(input, select)")) {
    if (part.type === "checkbox") part.checked = false;
    else part.value = "";
  }
  show();
  form.querySelector(".rule :is(input, select)").focus();
}

form.addEventListener("input", show);
reset.addEventListener("click", clear);
form.querySelector("[aria-invalid]")?.focus();
addEventListener("pageshow", show); // also when the browser comes back and has filled in what was there
