import { RuleViolation } from './rule-violation';

export const longestName = 100;
export const hiddenCharactersRefused = 'must have no control, text-direction or other invisible characters';

/** Emoji with their modifiers, joined emoji, keycaps, and the flags of England, Scotland and Wales (UTS 51, 1.4.9). */
const pictograph = String.raw`\p{ExtPict}[\p{EMod}\u{FE0E}\u{FE0F}]?\u{FE0F}?`;
const emoji = [
  String.raw`[0-9#*]\u{FE0F}\u{20E3}`,
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}`,
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}`,
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}`,
  String.raw`${pictograph}(?:\u{200D}${pictograph})*`,
];

/** Scripts whose spelling needs joiners between letters (Unicode, 23.2), as Persian needs U+200C. */
const joinedScripts = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.replace(
  /\w+/g,
  String.raw`\p{scx=$&}`,
);
const letter = String.raw`(?=[\p{L}\p{M}])[${joinedScripts.replaceAll(' ', '')}]`;
const viramas = String.raw`[\u{94D}\u{9CD}\u{A4D}\u{ACD}\u{B4D}\u{BCD}\u{C4D}\u{CCD}\u{D4D}\u{DCA}]`;
const joiner = String.raw`(?<=${letter})[\u{200C}\u{200D}](?=${letter})|(?<=${viramas})\u{200D}`;

/** The characters that control the direction of text are default ignorable code points (`DI`) too. */
const hidden = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u{FFF9}-\u{FFFB}]`;
/** Also finds what may stay, in its group, so that its parts are not found as hidden. */
const keptOrHidden = new RegExp(`(${[...emoji, joiner].join('|')})|${hidden}`, 'gu');

/** Some blanks are letters or symbols to Unicode, such as the empty Braille pattern. */
const visible = /[^\p{Z}\p{M}\u{2800}\u{1D159}\u{13441}\u{13442}]/u;

/** The one form of a name: composed letters (NFC), and no spaces around. */
export function canonicalName(text: string): string {
  return text.normalize('NFC').trim();
}

/**
 * Why a canonical name is refused, to follow the word for it; undefined if it is valid. Every name must show what it is: no
 * character is invisible or changes the direction of others, except the joiners that emoji and some scripts need.
 */
export function nameProblem(name: string, longest = longestName): string | undefined {
  const length = Array.from(name).length;
  if (length === 0 || length > longest) return `must have 1 to ${longest} characters`;
  return hasHiddenCharacters(name) || !visible.test(name) ? hiddenCharactersRefused : undefined;
}

/** The canonical form of the name that a member has. Throws `RuleViolation`. */
export function checkName(member: string, text: string): string {
  const name = canonicalName(text);
  const problem = nameProblem(name);
  if (problem !== undefined) throw new RuleViolation(`${member} ${problem}`);
  return name;
}

export function hasHiddenCharacters(text: string): boolean {
  return withoutHiddenCharacters(text) !== text;
}

/** Whether a reader sees the same name: names stored before this rule can have hidden characters. */
export function isSameName(one: string, other: string): boolean {
  const [seen, seenOther] = [one, other].map((name) => canonicalName(withoutHiddenCharacters(name)));
  return seen === seenOther;
}

/** What a reader sees of a text. A control character, such as a tab, becomes a space. */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(keptOrHidden, (found, kept?: string) => kept ?? (/\p{Cc}/u.test(found) ? ' ' : ''));
}
