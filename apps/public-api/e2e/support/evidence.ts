import { type Page } from 'puppeteer';
import { questionIds } from './site';

/** Evidence as a visitor may record it. */
export const evidence = {
  'gov-ai-policy': {
    owner: 'Head of Compliance',
    note: 'Policy 4.2, approved by the board.\n\nStaff confirm it every year.',
    link: 'https://wiki.example.com/policies/ai',
    reviewOn: '2027-03-31',
  },
  'sec-adversarial-test': { owner: 'Ada', reviewOn: '2026-12-01' },
  'inv-register': { link: `https://wiki.example.com/${'register/'.repeat(30)}?view=full` },
} as const;

const tooMuch = questionIds('msp-self')
  .slice(0, 21)
  .map((id) => [id, { note: 'x'.repeat(1_000) }] as const);

/** What is refused, each for another reason. */
export const refusedEvidence: readonly unknown[] = [
  'text',
  { 'gov-ai-polic': {} },
  { 'Not An Id': {} },
  { 'gov-ai-policy': 7 },
  { 'gov-ai-policy': { owner: 7 } },
  { 'gov-ai-policy': { owner: 'x'.repeat(101) } },
  { 'gov-ai-policy': { owner: 'a\u0007b' } },
  { 'gov-ai-policy': { link: 'http://example.com' } },
  { 'gov-ai-policy': { reviewOn: '2027-02-30' } },
  { 'gov-ai-policy': { note: '\0' } },
  { 'gov-ai-policy': { note: 'a\u0007b' } },
  Object.fromEntries(tooMuch),
];

/** Types it for a question of the open form, with another link. */
export async function typeEvidence(page: Page, link: string): Promise<void> {
  const { owner, note, reviewOn } = evidence['gov-ai-policy'];
  await page.waitForSelector('#assessment.stepwise');
  await page.click('#q-gov-ai-policy summary');
  await page.type('[name="owner.gov-ai-policy"]', owner);
  await page.type('[name="link.gov-ai-policy"]', link);
  await page.type('[name="note.gov-ai-policy"]', note);
  const [year = '', month = '', day = ''] = reviewOn.split('-');
  await page.type('[name="reviewOn.gov-ai-policy"]', month + day + year);
  await page.waitForSelector('#q-gov-ai-policy .recorded:not([hidden])');
}
