import {
  ResultStore,
  type SurveyResult,
  type VerifiableResult,
  type KeyedCreation,
} from '@governance/assessments';
import { StoreUnavailable } from '@governance/kernel';
import { FixedClock } from '@governance/testing';
import { PageRenderer } from './page-renderer';
import { SiteAssets } from './site-assets';
import { VerificationPageController } from './verification-page.controller';
import { VerificationPageService } from './verification-page.service';

const id = '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d';
const addresses = {
  publicBaseUrl: 'https://www.example.com/governance',
  platformBaseUrl: 'https://platform.example.com',
};
const result: VerifiableResult = {
  id,
  createdAt: new Date('2026-11-19T23:30:00Z'),
  mode: 'client-on-behalf',
  overallScore: 71,
  tier: 'Progressing',
  launchAllowed: false,
  rubric: { id: 'ai-governance-msp', version: '1.0.0', sha256: 'ab'.repeat(32) },
};

/** Knows one result, and holds more about it than verification may see. */
class FakeResults extends ResultStore {
  readonly asked: string[] = [];

  constructor(private readonly known: VerifiableResult = result) {
    super();
  }

  override create(): Promise<void> {
    return Promise.reject(new Error('not used'));
  }

  override createOnce(): Promise<KeyedCreation> {
    return Promise.reject(new Error('not used'));
  }

  override find(): Promise<SurveyResult | undefined> {
    return Promise.reject(new Error('a page must not read more than verification may'));
  }

  override findVerifiable(asked: string): Promise<VerifiableResult | undefined> {
    this.asked.push(asked);
    return Promise.resolve(asked === this.known.id ? this.known : undefined);
  }
}

class FakeResponse {
  statusCode = 0;

  status(code: number): this {
    this.statusCode = code;
    return this;
  }
}

function pageOf(results: ResultStore): VerificationPageController {
  const service = new VerificationPageService(results, new FixedClock('2026-11-24T14:05:00Z'), addresses);
  const operator = { name: '', contactUrl: '', privacyUrl: '' };
  const renderer = new PageRenderer(new SiteAssets(), addresses, operator, { cookie: undefined });
  return new VerificationPageController(service, renderer, addresses);
}

/** The page of a certificate, and the status of its response. */
async function answerOf(
  controller: VerificationPageController,
  certificateId: string,
): Promise<{ status: number; html: string }> {
  const response = new FakeResponse();
  const html = (await controller.show(certificateId, response as never)) ?? '';
  return { status: response.statusCode, html };
}

async function shown(controller: VerificationPageController, certificateId: string): Promise<string> {
  return (await answerOf(controller, certificateId)).html;
}

function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
}

function wordsOf(html: string): string {
  return html
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('the page of a certificate that was withdrawn', () => {
  it('says so, when and why, and repeats nothing of the result § 4.1.2c', async () => {
    const withdrawal = { at: new Date('2026-11-22T09:00:00Z'), reason: 'misused' } as const;
    const words = wordsOf(await shown(pageOf(new FakeResults({ ...result, withdrawal })), id));
    expect(words).toContain('This certificate was withdrawn');
    expect(words).toContain(`Certificate id ${id}`);
    expect(words).toMatch(/Issued on\s+19 November 2026.*Withdrawn on\s+22 November 2026/);
    expect(words).toContain('It was used to mislead.');
    expect(words).not.toMatch(/71|Progressing|Not ready|is valid/);
  });
});

describe('the verification page', () => {
  it.each([
    'This certificate is valid',
    '71 of 100',
    'Progressing',
    'Tier 3 of 4',
    'Not ready to launch',
    'On behalf of one client',
    'Valid , checked 24 November 2026 at 14:05 UTC',
    '19 November 2026',
    '19 November 2027',
    'ai-governance-msp, version 1.0.0',
    'ab'.repeat(32),
    id,
    'self-assessment, not an audit',
    'does not name its holder',
    'begins with https://www.example.com/governance/',
    `https://platform.example.com/api/certification/verify/${id} , leads browsers to this page`,
  ])('says %j § 4.1.2c', async (fact) => {
    expect(wordsOf(await shown(pageOf(new FakeResults()), id))).toContain(fact);
  });

  it('says when launch is allowed § 4.1.2c', async () => {
    const page = await shown(
      pageOf(new FakeResults({ ...result, launchAllowed: true, mode: 'msp-self' })),
      id,
    );
    expect(wordsOf(page)).toContain('Ready to launch');
    expect(wordsOf(page)).not.toContain('Not ready to launch');
    expect(wordsOf(page)).toContain('The provider assesses itself');
  });

  it('links the published rubric and the canonical record, and nothing else', async () => {
    const page = await shown(pageOf(new FakeResults()), id);
    expect(
      [...mainOf(page).matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url?.replace('&#x3D;', '=')),
    ).toEqual([
      '/governance/rubric/1.0.0',
      `/governance/verify/${id}/ownership`,
      '/governance/verify',
      `https://platform.example.com/api/certification/verify/${id}?format=json`,
      '/governance/verify-offline.html',
    ]);
  });

  it('loads its style and icon from our own origin, runs nothing and keeps the id out of the title', async () => {
    const page = await shown(pageOf(new FakeResults()), id);
    const { version } = new SiteAssets();
    expect([...page.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      `/governance/assets/${version}/site.css`,
      `/governance/assets/${version}/icon.svg`,
    ]);
    expect(page).not.toMatch(/<script|<img|<iframe|<form| style=| on\w+=/);
    expect(/<title>(.*)<\/title>/.exec(page)?.[1]).toBe(
      'Certificate verification – AI Governance Assessment',
    );
  });

  it('has a language, landmarks and one heading of the first order', async () => {
    const page = await shown(pageOf(new FakeResults()), id);
    expect(page).toContain('<html lang="en">');
    for (const landmark of ['<header', '<main', '<footer', '<h1>'])
      expect(page.split(landmark)).toHaveLength(2);
    expect(page).toContain('<meta name="robots" content="noindex, nofollow">');
  });

  it('escapes what it prints', async () => {
    const rubric = { ...result.rubric, version: '"><b>1</b>' };
    expect(await shown(pageOf(new FakeResults({ ...result, rubric })), id)).not.toContain('<b>1</b>');
  });

  it('finds an id in capitals', async () => {
    expect(await shown(pageOf(new FakeResults()), id.toUpperCase())).toContain(id);
  });

  it('has a page with status 404 for an unknown id', async () => {
    const { status, html } = await answerOf(pageOf(new FakeResults()), id.replace('3', '4'));
    expect(status).toBe(404);
    expect(wordsOf(html)).toContain('There is no such certificate');
    expect(wordsOf(html)).toContain('Not confirmed , checked 24 November 2026 at 14:05 UTC');
  });

  it.each(['nonsense', `${id}0`, "' or 1=1 --"])('does not ask the store for %j', async (malformed) => {
    const results = new FakeResults();
    expect((await answerOf(pageOf(results), malformed)).status).toBe(404);
    expect(results.asked).toEqual([]);
  });

  it('lets trouble of the store through', async () => {
    const results = new FakeResults();
    jest.spyOn(results, 'findVerifiable').mockRejectedValue(new StoreUnavailable());
    await expect(shown(pageOf(results), id)).rejects.toThrow(StoreUnavailable);
  });
});
