import { callHttp, given, type HttpAnswer, propertyRuns, Times } from '@governance/testing';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { goldenCase } from '../support/golden';
import { sharedPublicApp } from '../support/public-app';
import { questionIds, scoreOf } from '../support/score-oracle';

const app = given(sharedPublicApp);

const complete: Readonly<Record<string, unknown>> = {
  ...goldenCase('all-1-msp-self').answers,
  ...goldenCase('all-2-client-on-behalf').answers,
};

const hostileNumber = fc.constantFrom(
  '-0',
  '1e400',
  '-1',
  '1.0',
  '3.0000000000000001',
  '0.5',
  '1e0',
  '4',
  '00',
  '0x1',
);
const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  '',
  '\u0000',
  '\ud800',
  'ＧＯＶ',
);
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(0, 1, 2, 3, '2', true, null, 1.5, [2], {}),
);

/** A complete submission with a few answers and members replaced, added or removed. */
const mutatedSubmission = fc
  .record({
    answers: fc.dictionary(fc.oneof(fc.constantFrom(...questionIds), hostileKey, fc.string()), anyValue, {
      maxKeys: 2,
    }),
    missing: fc.subarray(questionIds, { maxLength: 1 }),
    members: fc.dictionary(
      fc.constantFrom(
        'mode',
        'submitterEmail',
        'notes',
        'organizationName',
        'renewalReminder',
        'evidence',
        'rubricVersion',
        'overallScore',
        'tier',
        '__proto__',
        'x',
      ),
      fc.oneof(
        anyValue,
        fc.constantFrom('client-on-behalf', 'msp-self', 'assessor@example.com', '1.0.0'),
        fc.string(),
      ),
      { maxKeys: 2 },
    ),
  })
  .map(({ answers, missing, members }) => {
    const kept = Object.entries({ ...complete, ...answers }).filter(([id]) => !missing.includes(id));
    return JSON.stringify({ answers: Object.fromEntries(kept), ...members });
  });

/** The same, with a number or a key that only JSON text can express. */
const mutatedText = fc
  .tuple(
    fc.constantFrom(...questionIds),
    fc.oneof(hostileNumber, fc.constantFrom('{"a":1}', '[[[]]]', '"\\ud800"')),
  )
  .map(([id, value]) => `{"answers":${JSON.stringify(complete).slice(0, -1)},"${id}":${value}}}`);

const anyBody = fc.oneof(
  { weight: 5, arbitrary: mutatedSubmission },
  { weight: 3, arbitrary: mutatedText },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
);

interface Submission {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly mode?: string | null;
}

describe('POST /api/survey-results', () => {
  function post(body: string): Promise<HttpAnswer> {
    const headers = { 'content-type': 'application/json' };
    return callHttp(`${app.origin}/api/survey-results`, { method: 'POST', headers, body });
  }

  it(
    'answers any body with 201 or 4xx, and never with a score that the body does not have § V1.2.4',
    async () => {
      const seen = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(anyBody, async (text) => {
          const { status, body } = await post(text);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (status !== 201) {
            expect([400, 413]).toContain(status);
            expect(body).toEqual({ error: expect.any(String) as unknown });
            return;
          }
          const { answers, mode } = JSON.parse(text) as Submission;
          expect(body.overallScore).toBe(scoreOf(answers, mode ?? 'msp-self'));
        }),
        { numRuns: propertyRuns },
      );
      // The property is meaningful only if both kinds of responses occurred.
      expect([...seen.keys()].toSorted()).toEqual(expect.arrayContaining([201, 400]));
      expect(seen.get(201)).toBeGreaterThan(propertyRuns / 50);
      expect('polluted' in {}).toBe(false);
    },
    propertyRuns * 20 + 60_000,
  );
});

const json = { 'content-type': 'application/json' };

describe('POST /api/survey-results with a hostile body', () => {
  async function statusOf(body: NonNullable<RequestInit['body']>, headers: object = {}): Promise<number> {
    const response = await fetch(`${app.origin}/api/survey-results`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
    expect(await response.json()).toEqual({ error: expect.any(String) as unknown });
    return response.status;
  }

  const large = JSON.stringify({ notes: 'x'.repeat(102_400) });

  it('answers 413 for more than 100 KiB § 2.3a 7.1a', async () => {
    expect(await statusOf(large)).toBe(413);
  });

  it('answers 413 for more than 100 KiB without a Content-Length § 2.3a 7.1a', async () => {
    expect(await statusOf(new Blob([large]).stream())).toBe(413);
  });

  it('answers 413 for a few bytes that unpack to 20 MB', async () => {
    const packed = gzipSync(JSON.stringify({ notes: 'x'.repeat(20_000_000) }));
    expect(packed.length).toBeLessThan(102_400);
    expect(await statusOf(packed, { 'content-encoding': 'gzip' })).toBe(413);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('answers 415 for %s § 4.1i', async (contentType) => {
    expect(await statusOf('{}', { 'content-type': contentType })).toBe(415);
  });

  const unknown = Object.fromEntries(Array.from({ length: 7_000 }, (_, index) => [`q${index}`, 3]));

  it.each([
    ['lists that are nested 40,000 deep', `{"answers":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['objects that are nested 15,000 deep', `{"answers":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`],
    ['an unknown member nested as deeply', `{"x":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['a map of 7,000 unknown questions', JSON.stringify({ answers: unknown })],
    ['an address of 90,000 characters', JSON.stringify({ submitterEmail: `${'a.'.repeat(45_000)}@b` })],
  ])('answers 400 for %s, within milliseconds', async (_what, body) => {
    const times = new Times();
    for (let round = 0; round < 5; round += 1) {
      expect(await times.measure(() => statusOf(body))).toBe(400);
    }
    times.expectQuickestBelow(50);
  });
});
