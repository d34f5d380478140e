/** The first match counts: browsers name those that they resemble. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** `Firefox on Linux`. The client chooses its header: it is a hint for the person, and nothing depends on it. */
export function browserInWords(userAgent = ''): string {
  const nameIn = (names: typeof browsers | typeof systems): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameIn(systems);
  return (nameIn(browsers) ?? 'Another browser') + (system === undefined ? '' : ` on ${system}`);
}
