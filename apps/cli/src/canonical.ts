/** What a person typed or pasted, in the form in which we compare it: full-width digits and letters of East Asian keyboards as plain ones. */
export function canonical(text: string): string {
  return text.normalize('NFKC').trim();
}
