import { given } from '@governance/testing';
import { ask, type AskedDraft, client, codeMailed, sender } from '../support/campaigns';
import { goldenCase } from '../support/golden';
import { sharedSite } from '../support/site';
import { desk, phone, type View, Visitor } from '../support/visitor';

const { mode, answers } = goldenCase('persona-policy-on-paper');
const begun = Object.fromEntries(Object.entries(answers).slice(0, 9));

/** From the link in a mail to the result, in two sittings and two browsers, by keyboard. */
describe('a contact whom a campaign asks', () => {
  const site = given(sharedSite);

  beforeEach(() => site.app.sql('TRUNCATE rate_limits'));
  afterAll(() => site.leave());

  it.each<{ readonly first: View; readonly second: View }>([
    { first: { name: 'campaign', ...phone }, second: { name: 'campaign', ...desk } },
    {
      first: { name: 'campaign-without-scripts', ...phone, scripts: false },
      second: { name: 'campaign-without-scripts', ...phone, scripts: false },
    },
  ])('begins in one browser and sends in another: $first.name § 10.12y', async ({ first, second }) => {
    const asked = await ask(site.app, { mode });
    const one = await Visitor.arrive(site, site.app.origin + asked.path, first);
    expect(await one.text('h1')).toBe(`${sender} asks you for an assessment`);
    await one.go('Begin');
    expect(await one.text('h1')).toBe(client);
    await one.answer(mode, begun);
    await one.go('Save and continue later');
    expect(await one.text()).toContain('Your answers are saved.');
    await one.leave();

    const other = await Visitor.arrive(site, site.app.origin + asked.path, second);
    await typeCode(other, asked);
    await toFirstStep(other);
    await other.answer(mode, answers, { before: begun });
    await other.send();
    expect(await other.text('h1')).toContain('Not ready to launch');
    await other.open(site.app.origin + asked.path);
    await other.go('Show the result');
    await other.leave();
  });

  it('is asked which answers to keep when another browser has saved, and loses none § 10.12z', async () => {
    const asked = await ask(site.app, { mode });
    const view = { name: 'campaign-versions', ...phone };
    const one = await Visitor.arrive(site, site.app.origin + asked.path, view);
    await one.go('Begin');
    const other = await Visitor.arrive(site, site.app.origin + asked.path, view);
    await other.go('Begin');
    await other.choose('approved AI policy', 'Mostly');
    await other.go('Save and continue later');
    await one.choose('approved AI policy', 'Partial');
    await one.go('Save and continue later');
    expect(await one.text()).toContain('Your answers are on this page and are not lost');
    await typeCode(one, asked);
    expect(await one.text('h1')).toBe('Saved in another browser');
    await one.choose('approved AI policy', 'In this browser');
    await one.go('Keep these and continue');
    const chosen = 'document.querySelector(\'[name="answers.gov-ai-policy"]:checked\').value';
    expect(await one.page.evaluate(chosen)).toBe('1');
    await Promise.all([one.leave(), other.leave()]);
  });

  it('has what was answered saved with each step, and is asked before it is left unsaved', async () => {
    const asked = await ask(site.app, { mode });
    const visitor = await Visitor.arrive(site, site.app.origin + asked.path, {
      name: 'campaign-steps',
      ...desk,
    });
    await visitor.go('Begin');
    await visitor.choose('approved AI policy', 'Mostly');
    expect(await visitor.text('#saved')).toBe('Not saved yet.');
    await visitor.activate('Next: ');
    await visitor.page.waitForSelector('#saved ::-p-text(Saved.)');
    expect(await visitor.page.evaluate('localStorage.length')).toBe(0);
    await visitor.page.reload();
    const chosen = 'document.querySelector(\'[name="answers.gov-ai-policy"]:checked\').value';
    expect(await visitor.page.evaluate(chosen)).toBe('2');
    await toFirstStep(visitor);
    await visitor.choose('approved AI policy', 'Yes');
    const asksFirst = new Promise<string>((resolve) => {
      visitor.page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await Promise.all([visitor.page.reload(), asksFirst]);
    expect(await asksFirst).toBe('beforeunload');
    await visitor.leave();
  });

  async function typeCode(visitor: Visitor, asked: AskedDraft): Promise<void> {
    const code = await codeMailed(site.inbox, asked, () => visitor.go('Send the code'));
    await visitor.fill('Code', code);
    await visitor.go('Continue');
  }

  /** With scripts, the form goes on with the first step that is not complete. */
  async function toFirstStep({ page, view }: Visitor): Promise<void> {
    if (view.scripts === false) return;
    await page.evaluate('location.hash = "#governance-accountability"');
    await page.waitForSelector('#governance-accountability:not([hidden])');
  }
});
