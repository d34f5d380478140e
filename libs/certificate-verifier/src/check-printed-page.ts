import { type ResultData } from './check-result-data';
import { printedReason } from './launch-reason';
import { dayInWords, heading, modeInWords, renewBy, statements } from './layout-one';
import { NotGenuine } from './not-genuine';

/** What somebody who looks at a certificate sees: its text in reading order, and what its QR codes say. */
export interface PrintedPage {
  readonly pages: number;
  readonly text: string;
  readonly qrCodes: readonly string[];
}

/** Of layout 1, in their order; what is printed stands between them. Other words are another layout. */
const labels = {
  score: 'Overall result',
  tier: 'out of 100 Tier',
  verdict: 'Launch verdict',
  domains: 'Scores by domain of 100',
  url: 'Verify this certificate',
  remark: 'Scored by the service from the answers given',
  id: 'ask the holder to show that this certificate is theirs. Certificate',
  issued: 'Issued',
  renew: 'Renew by',
  mode: '(advised) Assessed',
  rubric: 'Rubric',
} as const;

type Part = keyof typeof labels | 'heading';

const inWords: Readonly<Record<Part, string>> = {
  heading: 'heading',
  score: 'overall score',
  tier: 'tier',
  verdict: 'launch verdict',
  domains: 'domain scores',
  url: 'verification address',
  remark: 'remark about its worth',
  id: 'id',
  issued: 'date of issue',
  renew: 'date of renewal',
  mode: 'mode',
  rubric: 'rubric',
};

const hashDigits = 16;

/**
 * Checks that a page shows the result: every word of it, and no other word.
 * @throws NotGenuine that names what differs.
 */
export function checkPrintedPage({ pages, text, qrCodes }: PrintedPage, result: ResultData): void {
  if (pages !== 1) throw new NotGenuine('It does not have one page');
  if (qrCodes.join() !== result.verificationUrl)
    throw new NotGenuine('The QR code does not lead where the credential says');
  const expected = expectedParts(result);
  for (const [part, printed] of partsOf(comparable(text))) {
    if (printed !== comparable(expected[part]))
      throw new NotGenuine(`The page does not show the ${inWords[part]} of the credential`);
  }
}

function expectedParts(result: ResultData): Readonly<Record<Part, string>> {
  const { summary, items } = printedReason(result.launchReason);
  const numbered = items.map((item, index) => `${index + 1}. ${item}`);
  const issuedAt = new Date(result.issuedAt);
  const { id, version, sha256 } = result.rubric;
  return {
    heading: `${heading} ${statements[result.mode]}`,
    score: String(result.overallScore),
    tier: result.tier,
    verdict: [`Launch ${result.launchAllowed ? 'allowed' : 'refused'}`, summary, ...numbered].join(' '),
    domains: result.domainScores
      .map(({ title, belowFloor, score }) => `${title} ${belowFloor ? 'below floor' : ''} ${score}`)
      .join(' '),
    url: result.verificationUrl,
    remark: ', which nobody has examined. No organization is recorded:',
    id: result.id,
    issued: dayInWords(issuedAt),
    renew: dayInWords(renewBy(issuedAt)),
    mode: modeInWords[result.mode],
    rubric: `${id} ${version} SHA-256 ${sha256.slice(0, hashDigits)}…`,
  };
}

/** What stands before the first label, between the labels, and after the last. */
function partsOf(text: string): ReadonlyMap<Part, string> {
  const parts = new Map<Part, string>();
  let part: Part = 'heading';
  let from = 0;
  for (const [name, label] of Object.entries(labels) as [Part, string][]) {
    const to = text.indexOf(comparable(label), from);
    if (to < 0) throw new NotGenuine('The page is not laid out as a certificate');
    parts.set(part, text.slice(from, to));
    part = name;
    from = to + comparable(label).length;
  }
  return parts.set(part, text.slice(from));
}

/** Where lines break and which apostrophe a font has says nothing. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s+/g, '')
    .toLowerCase();
}
