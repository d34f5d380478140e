/** "+12", "−3", and nothing for no change. */
export function changeInWords(before: number, now: number): string {
  if (now === before) return '';
  return now > before ? `+${now - before}` : `−${before - now}`;
}
