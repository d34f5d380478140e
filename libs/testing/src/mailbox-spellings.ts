import { fullWidth } from './full-width';

/** Spellings of an address of ASCII letters which mailers, browsers or input methods make of it. */
export function mailboxSpellings(address: string): string[] {
  const [local = '', domain = ''] = address.split('@');
  const [first = '', ...rest] = domain;
  const tail = rest.join('');
  // Each Unicode block has the letters in their order.
  const letterOf = (block: number): string => String.fromCodePoint(block + first.charCodeAt(0) - 0x61);
  return [
    `${local}@${domain.toUpperCase()}`,
    `${local}@${first}\u00ad${tail}`,
    `${local}@${first}\u200b${tail}`,
    `${local}@${letterOf(0x24d0)}${tail}`,
    `${local}@${letterOf(0xff41)}${tail}`,
    `${local}@${letterOf(0x1d41a)}${tail}`,
    `${local}@${domain.replace('.', '\u3002')}`,
    `${local}@${domain}.`,
    fullWidth(address),
  ];
}
