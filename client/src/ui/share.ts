/** Sharing and the clipboard. On a plain http page of the LAN neither exists, so each has a way without. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

function copyOldWay(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position:fixed;top:0;left:0;opacity:0;font-size:16px";
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  area.setSelectionRange(0, text.length);
  try {
    // Deprecated, and the only way there is without a secure context.
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** False where nothing was shared because sharing does not work; closing the sheet is no failure. */
export async function shareLink(text: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title: "Kameny", text, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/** What the clipboard holds, or null where a page may not look. */
export async function pasteText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
