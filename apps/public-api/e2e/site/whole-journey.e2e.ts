import { readPdf } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { changedByOneByte, genuine, withoutStatus } from '../support/file-check';
import { type Site, startSite } from '../support/site';
import { TestRecords } from '../support/test-records';
import { Visitor } from '../support/visitor';
import { withdraw } from '../support/withdraw';

const { mode, answers } = goldenCase('persona-policy-on-paper');
const evidence = {
  questionId: 'sec-adversarial-test',
  owner: 'Head of Compliance',
  note: 'Test plan 4.2',
  link: 'https://wiki.example.com/tests',
  reviewOn: '2027-03-31',
};
const organization = 'Example Managed Services';

describe('the whole journey', () => {
  const records = new TestRecords();
  let site: Site;

  beforeAll(async () => {
    site = await startSite(records);
  });
  afterAll(() => site.close());

  it.each([
    { means: 'mouse', domain: 'mouse.example' },
    { means: 'keyboard', domain: 'keyboard.example' },
  ] as const)(
    'leads from the form to a second result, by $means alone § 10.12p',
    async ({ means, domain }) => {
      const visitor = await Visitor.arrive(site, means);
      const held = await assess(visitor);
      await tryAnswers(visitor);
      await readReport(visitor);
      const anonymous = await visitor.download('#download');
      const named = await nameDomain(visitor, domain);

      await visitor.go('.begin a[href$="/verify"]');
      expect(await visitor.check(anonymous)).toEqual(genuine);
      expect(await visitor.text('#verdict')).not.toContain(domain);
      expect(await visitor.check(named)).toEqual(genuine);
      const said = await visitor.text('#verdict');
      expect(said).toMatch(new RegExp(`Domain ${domain}, proven on \\d{4}-`));
      expect(said).toContain(`the organization “${organization}”: its name was declared by the holder`);
      await visitor.seen();

      expect(await visitor.check(changedByOneByte(named))).toEqual({
        colour: 'red',
        text: expect.stringMatching(/^Not genuine: /) as unknown,
      });
      await visitor.seen();
      expect(await withoutStatus(visitor.page, () => visitor.check(named))).toEqual({
        colour: 'amber',
        text: 'Genuine, but this could not be checked: whether it was withdrawn.',
      });
      await visitor.seen();

      await withdraw(site.app, '--id', held.id, '--reason', 'misused');
      let verdict = await visitor.check(named);
      // The worker signs the next list within a second.
      while (verdict.colour === 'green') verdict = await visitor.check(named);
      expect(verdict).toEqual({
        colour: 'red',
        text: `Not valid: the issuer withdrew this certificate, or its proof of ${domain}.`,
      });
      expect(await visitor.check(anonymous)).toEqual({
        colour: 'red',
        text: 'Not valid: the issuer withdrew this certificate.',
      });
      await assessAgain(visitor, held.url);
      await visitor.leave();
    },
  );

  it('needs scripts for no page but the one that checks files, which says so § 10.12p', async () => {
    const visitor = await Visitor.arrive(site, 'mouse without scripts');
    const held = await assess(visitor);
    await tryAnswers(visitor);
    await readReport(visitor);
    await visitor.download('#download');
    await nameDomain(visitor, 'no-scripts.example');

    await visitor.go('.begin a[href$="/verify"]');
    expect(await visitor.text()).toContain('To check a PDF here, allow scripts.');
    await visitor.hands.fill('#certificate', held.id);
    await visitor.go('.check button');
    expect(await visitor.text()).toMatch(/This certificate is valid .* no-scripts\.example/);
    await withdraw(site.app, '--id', held.id, '--reason', 'misused');
    await visitor.open(visitor.page.url());
    expect(await visitor.text()).toContain('This certificate was withdrawn');
    await assessAgain(visitor, held.url);
    await visitor.leave();
  });

  /** From the home page to the page of a result. */
  async function assess(visitor: Visitor): Promise<{ readonly url: string; readonly id: string }> {
    await visitor.go('a.button');
    await visitor.go('.choose button');
    await visitor.answerAll(mode, answers, evidence);
    await visitor.hands.fill('#organizationName', organization);
    await visitor.send();
    expect(await visitor.text('h1')).toBe(
      '51/100, Developing. Not ready to launch: 6 required controls missing',
    );
    expect(await visitor.text('#evidence')).toContain('You recorded evidence for 1 of 40 questions.');
    const shown = `Owner ${evidence.owner} Review by 31 March 2027 Link ${evidence.link} Note ${evidence.note}`;
    expect(await visitor.text('.plan')).toContain(shown);
    return { url: visitor.page.url(), id: await visitor.text('#certificate dd.code') };
  }

  /** From the page of a result to its evidence report, and back. */
  async function readReport(visitor: Visitor): Promise<void> {
    const { text, title } = await readPdf(await visitor.download('#evidence-report'));
    expect(title).toMatch(/^Evidence report/);
    expect(text).toContain(`Answer None Owner ${evidence.owner} Note ${evidence.note}`);
    await visitor.go('.notice > p:last-child a');
  }

  /** From the page of a result to other answers, and back. */
  async function tryAnswers(visitor: Visitor): Promise<void> {
    await visitor.go('.contents a[href$="/what-if"]');
    await visitor.hands.answer('sec-adversarial-test', 3);
    await visitor.calculate();
    expect(await visitor.text('#headline')).toMatch(/: 5 required controls missing$/);
    await visitor.act('#reset');
    await visitor.act('#path-way button');
    expect(await visitor.text('#headline')).toBe('60/100, Progressing. Ready to launch');
    await visitor.go('.opening a');
  }

  /** From the page of a file to the page of its result, to the file that names the domain. */
  async function nameDomain(visitor: Visitor, domain: string): Promise<Uint8Array> {
    await visitor.go('.notice > p:last-child a');
    await visitor.prove(domain, records);
    expect(await visitor.text('#domain')).toContain(`The certificate shows that you controlled ${domain} on`);
    return visitor.download('#domain a[href$="/certificate.pdf"]');
  }

  /** From the page of a withdrawn result to a second one. */
  async function assessAgain(visitor: Visitor, url: string): Promise<void> {
    await visitor.open(url);
    expect(await visitor.text('#certificate')).toContain('This certificate was withdrawn');
    await visitor.go('#again .button');
    await visitor.changeAnswer('sec-adversarial-test', 3);
    await visitor.send();
    expect(await visitor.text('h1')).toBe('What changed');
    const changes = await visitor.text();
    expect(changes).toContain('Now in place Adversarial testing before launch');
    expect(changes).toContain('1 of 35 actions done, 0 begun, 34 open.');
    await visitor.go('.opening a');
    expect(await visitor.text('h1')).toMatch(/: 5 required controls missing$/);
    expect(visitor.page.url()).not.toBe(url);
    expect(await visitor.text('#evidence')).toContain('1 of 40 questions');
  }
});
