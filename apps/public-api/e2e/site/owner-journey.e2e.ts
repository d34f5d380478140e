import { answerInWords } from '@governance/assessments';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { given, readPdf, until } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { publishShownRecord } from '../support/shown-record';
import { sharedSite } from '../support/site';
import { desk, phone, type View, Visitor } from '../support/visitor';

const { mode, answers } = goldenCase('persona-policy-on-paper');
const evidence = {
  questionId: 'sec-adversarial-test',
  owner: 'Head of Compliance',
  note: 'Test plan 4.2',
  link: 'https://wiki.example.com/tests',
  reviewOn: '2027-03-31',
};
const organization = 'Example Managed Services';

/** From the first page to a certificate that others can check, by what each screen and each mail offers. */
describe('the owner of a certificate', () => {
  const site = given(sharedSite);

  afterAll(() => site.leave());

  it.each<View>([
    { name: 'owner', ...desk },
    { name: 'owner', ...phone },
    { name: 'owner-without-scripts', ...phone, scripts: false },
  ])(
    'gets from the first page to a shared certificate by keyboard: $name, $width pixels wide § 10.12i 10.12p',
    async (view) => {
      const visitor = await Visitor.arrive(site, `${site.app.origin}/`, view);
      const address = `${view.name}-${view.width}@example.com`;
      const domain = `${view.name}-${view.width}.example`;

      await assess(visitor);
      const improved = await tryAnswers(visitor);
      await assessAgain(visitor, improved, address);
      const { html, text, attachments } = await site.inbox.waitForMail(address);
      await visitor.opensMail({ html });
      expect(text).toContain('60 of 100');
      expect((await readPdf(attachments[0]?.content ?? new Uint8Array())).text).toContain(organization);
      await visitor.go('See the result and the full plan');
      await until(async () => {
        // Scripts show it by themselves.
        if (view.scripts === false) await visitor.page.reload();
        return (await visitor.text('#delivery')).startsWith('Sent on ');
      });
      await downloadAnonymous(visitor, domain);
      await proveDomain(visitor, domain);
      await share(visitor, domain);
      await visitor.leave();
    },
  );

  /** From the first page to a result that may not launch. */
  async function assess(visitor: Visitor): Promise<void> {
    await visitor.activate('Skip to content');
    await visitor.go('Start the assessment');
    await visitor.choose('Who is assessed?', 'Your own organization');
    await visitor.go('Begin');
    await visitor.answer(mode, answers, { evidence });
    await visitor.fill('Organization name', organization);
    await visitor.send();
    expect(await visitor.text('h1')).toBe(
      '51/100, Developing. Not ready to launch: 6 required controls missing',
    );
    expect(await visitor.text('#delivery')).toMatch(/^No email address is recorded/);
    const shown = `Owner ${evidence.owner} Review by 31 March 2027 Link ${evidence.link} Note ${evidence.note}`;
    expect(await visitor.text('.plan')).toContain(shown);
    await visitor.activate('Your evidence');
    const report = await readPdf(await visitor.download('Download evidence report'));
    expect(report.text).toContain(`Answer None Owner ${evidence.owner} Note ${evidence.note}`);
    await visitor.go('Back to your result');
  }

  /** From that result to the answers that may launch, and to the form that starts from it. */
  async function tryAnswers(visitor: Visitor): Promise<Answers> {
    const { steps } = publishedRubrics.current.launchPath(answers, mode);
    const shown = await visitor.text('.path');
    for (const { title, currentAnswer, targetAnswer } of steps)
      expect(shown).toMatch(
        new RegExp(`${title}.* From ${answerInWords[currentAnswer]} → to ${answerInWords[targetAnswer]} `),
      );
    await visitor.go('Try other answers');
    // Past every question, none of which may hide behind the outcome.
    await visitor.reach('Try these changes', { back: true });
    await visitor.act('Try these changes');
    expect(await visitor.text('#headline')).toBe('60/100, Progressing. Ready to launch');
    await visitor.act('Reset');
    expect(await visitor.text('#headline')).toMatch(/^51\/100/);
    await visitor.go('Assess again');
    const raised = steps.map(({ questionId, targetAnswer }) => [questionId, targetAnswer] as const);
    return { ...answers, ...Object.fromEntries(raised) };
  }

  /** From that form to the comparison, and to the result that may launch. */
  async function assessAgain(visitor: Visitor, improved: Answers, address: string): Promise<void> {
    await visitor.answer(mode, improved, { before: answers });
    await visitor.fill('Email address', address);
    await visitor.send();
    expect(await visitor.text('h1')).toBe('What changed');
    const changes = await visitor.text();
    expect(changes).toContain('Now in place Adversarial testing before launch');
    // A comparison is about answers.
    expect(changes).not.toContain(evidence.owner);
    await visitor.go('See the result and its certificate');
    expect(await visitor.text('h1')).toBe('60/100, Progressing. Ready to launch');
    expect(await visitor.text('#evidence')).toContain('1 of 40 questions');
  }

  async function downloadAnonymous(visitor: Visitor, domain: string): Promise<void> {
    const { text } = await readPdf(await visitor.download('Download certificate'));
    expect(text).toContain('Ready to launch');
    expect(text).not.toContain(domain);
    await visitor.go('Back to your result');
  }

  /** On the page of the result, by a DNS record, to the file that names the domain. */
  async function proveDomain(visitor: Visitor, domain: string): Promise<void> {
    await visitor.activate('Your domain');
    await visitor.fill('Domain', domain);
    await visitor.go('Start');
    await publishShownRecord(visitor.page, site.records);
    await visitor.checkDomain();
    expect(await visitor.text('#domain')).toContain(`The certificate shows that you controlled ${domain} on`);
    expect((await readPdf(await visitor.download('Download the certificate'))).text).toContain(domain);
    await visitor.go('Back to your result');
  }

  /** On the page of the result: the link for others, which says what they see, and the badge. */
  async function share(visitor: Visitor, domain: string): Promise<void> {
    await visitor.activate('Show it to others');
    const link = await visitor.text('#share a.code');
    if (await visitor.page.$('#share [data-copy]:not([hidden])')) {
      await visitor.act('Copy the link');
      expect(await visitor.page.evaluate('getSelection().toString()')).toBe(link);
    }
    expect(Buffer.from(await visitor.save('Open Badge')).toString()).toContain('openbadges:credential');
    await visitor.activate('Show it to others');
    await visitor.go(link);
    expect(visitor.page.url()).toContain('/verify/');
    const seen = await visitor.text();
    for (const words of ['This certificate is valid', 'Ready to launch', domain])
      expect(seen).toContain(words);
    expect(seen).not.toContain(organization);
  }
});
