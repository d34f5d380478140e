import { type ResultData } from './check-result-data';
import { printedReason } from './launch-reason';
import { NotGenuine } from './not-genuine';
import {
  dayInWords,
  domainWords,
  heading,
  layouts,
  type LayoutWords,
  logEntryInWords,
  modeInWords,
  organizationWords,
  renewBy,
  showsHolder,
  statements,
} from './page-layouts';

/** What a reader sees on a certificate: its text in reading order, and the content of its QR codes. */
export interface PrintedPage {
  readonly pages: number;
  readonly text: string;
  readonly qrCodes: readonly string[];
}

type Part =
  | 'heading'
  | 'score'
  | 'tier'
  | 'verdict'
  | 'domains'
  | 'url'
  | 'limits'
  | 'id'
  | 'issued'
  | 'renew'
  | 'mode'
  | 'rubric';

/** The labels in order, with the printed values between them. */
function labelsOf({ proof }: LayoutWords): readonly (readonly [Part, string])[] {
  return [
    ['score', 'Overall result'],
    ['tier', 'out of 100 Tier'],
    ['verdict', 'Launch verdict'],
    ['domains', 'Scores by domain of 100'],
    ['url', 'Verify this certificate'],
    ['limits', 'Scored by the service from the answers given'],
    ['id', `${proof} Certificate`],
    ['issued', 'Issued'],
    ['renew', 'Renew by'],
    ['mode', '(advised) Assessed'],
    ['rubric', 'Rubric'],
  ];
}

const inWords: Readonly<Record<Part, string>> = {
  heading: 'heading',
  score: 'overall score',
  tier: 'tier',
  verdict: 'launch verdict',
  domains: 'domain scores',
  url: 'verification address',
  limits: 'limits',
  id: 'id',
  issued: 'date of issue',
  renew: 'date of renewal',
  mode: 'mode',
  rubric: 'rubric',
};

const hashDigits = 16;

/**
 * Checks that a page shows every word of the result and its QR code, and no other word or code.
 * @throws NotGenuine that names the part that differs.
 */
export function checkPrintedPage({ qrCodes, ...page }: PrintedPage, result: ResultData): void {
  if (page.pages !== 1) throw new NotGenuine('It must have one page');
  if (qrCodes.join() !== result.verificationUrl)
    throw new NotGenuine('The QR code does not match the verification URL of the credential');
  checkPrintedText(page, result);
}

/**
 * As `checkPrintedPage`, without the QR code, which is read from a drawing of the page.
 * @throws NotGenuine that names the part that differs.
 */
export function checkPrintedText({ pages, text }: Omit<PrintedPage, 'qrCodes'>, result: ResultData): void {
  if (pages !== 1) throw new NotGenuine('It must have one page');
  const words = layouts[result.layout];
  const expected = expectedParts(result, words);
  for (const [part, printed] of partsOf(comparable(text), labelsOf(words), comparable(expected.heading))) {
    if (printed !== comparable(expected[part]))
      throw new NotGenuine(`The page does not show the ${inWords[part]} of the credential`);
  }
}

function expectedParts(result: ResultData, words: LayoutWords): Readonly<Record<Part, string>> {
  const { summary, items } = printedReason(result.launchReason);
  const numbered = items.map((item, index) => `${index + 1}. ${item}`);
  const issuedAt = new Date(result.issuedAt);
  const { rubric, logEntry } = result;
  const { id, version, sha256 } = rubric;
  return {
    heading: `${heading} ${statements[result.mode]} ${holderInWords(result)}`,
    score: String(result.overallScore),
    tier: result.tier,
    verdict: [result.launchAllowed ? words.allowed : words.refused, summary, ...numbered].join(' '),
    domains: result.domainScores
      .map(({ title, belowFloor, score }) => `${title} ${belowFloor ? words.low : ''} ${score}`)
      .join(' '),
    url: result.verificationUrl,
    limits: words.limits + (showsHolder(result) ? '' : (words.anonymous ?? '')),
    id: result.id,
    issued: dayInWords(issuedAt),
    renew: dayInWords(renewBy(issuedAt)),
    mode: modeInWords[result.mode],
    rubric: `${id} ${version} SHA-256 ${sha256.slice(0, hashDigits)}…${logEntry === undefined ? '' : logEntryInWords(logEntry)}`,
  };
}

function holderInWords({ organizationName, domain }: ResultData): string {
  const { label, origin } = organizationWords;
  return [
    ...(organizationName === undefined ? [] : [label, organizationName, origin]),
    ...(domain === undefined
      ? []
      : [
          domainWords.label,
          domainWords.before,
          domain.name,
          domainWords.after,
          dayInWords(new Date(domain.provenAt)),
        ]),
  ].join(' ');
}

/**
 * The text before the first label, between the labels, and after the last. The expected heading may contain the words of a label,
 * because it has a name that the holder chose: labels are looked for behind it.
 */
function partsOf(
  text: string,
  labels: ReturnType<typeof labelsOf>,
  expectedHeading: string,
): ReadonlyMap<Part, string> {
  const parts = new Map<Part, string>();
  let part: Part = 'heading';
  let start = 0;
  let from = text.startsWith(expectedHeading) ? expectedHeading.length : 0;
  for (const [name, label] of labels) {
    const to = text.indexOf(comparable(label), from);
    if (to < 0) throw new NotGenuine('The page does not have the layout of a certificate');
    parts.set(part, text.slice(start, to));
    part = name;
    from = to + comparable(label).length;
    start = from;
  }
  return parts.set(part, text.slice(from));
}

/** Ignores line breaks and the quotation marks of the font. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bb\u02bc]/g, "'")
    .replace(/\s+/g, '')
    .toLowerCase();
}
