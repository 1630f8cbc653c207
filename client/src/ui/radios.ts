/** The arrows choose in a radio group, as in a native one. */
export function arrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const here = event.currentTarget as HTMLElement;
  const radios = [
    ...(here.closest("[role=radiogroup]")?.querySelectorAll<HTMLElement>("[role=radio]") ?? []),
  ];
  const to = radios[(radios.indexOf(here) + (step ?? 0) + radios.length) % radios.length];
  if (step === undefined || !to) return;
  event.preventDefault();
  to.click();
  to.focus();
}
