/**
 * Whether a version of Node is in a range of `package.json`: `^22.22.2 || >=26.0.0`. No other forms are read.
 * @throws RangeError
 */
export function isSupportedNode(version: string, range: string): boolean {
  const given = numbersOf(version);
  return range.split(' || ').some((part) => {
    const [, sign, least = ''] = /^(\^|>=)([\d.]+)$/.exec(part) ?? [];
    if (sign === undefined) throw new RangeError(`not a range of versions: ${part}`);
    const wanted = numbersOf(least);
    const differing = wanted.findIndex((number, place) => number !== given[place]);
    const reaches = differing < 0 || Number(given[differing]) > Number(wanted[differing]);
    return reaches && (sign === '>=' || differing !== 0);
  });
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
