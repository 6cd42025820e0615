/** A link is shared by what the device has for that, else copied, which a toast tells. */

import { toast } from "./toast.js";

/** Copy text where browsers give no clipboard: to pages that don't come by https. */
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr-only";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("not copied");
}

async function copy(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyByHand(text);
}

/** Share `url`; `words` are what is told once it is copied, and where it can't be: `{done, failed}`. */
export async function share(url, words) {
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url });
    await copy(url);
    toast(words.done, "good");
  } catch (error) {
    if (error.name !== "AbortError") toast(words.failed, "warn"); // that one: the player thought better of it
  }
}
