/** Once the stylesheets in what was just put into the page are there, or can't be had. */
export function dressed(box) {
  const looks = [...box.querySelectorAll("link")].filter((link) => !link.sheet);
  return Promise.all(looks.map((link) => new Promise((done) => { link.onload = link.onerror = done; })));
}
