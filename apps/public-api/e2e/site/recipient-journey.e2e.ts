import { dayInWords } from '@governance/assessments';
import { callHttp, given, readPdf, readQrCodes, type StoredMail, until } from '@governance/testing';
import { pathToFileURL } from 'node:url';
import { changedByOneByte, chooseFile, genuine, giveFile } from '../support/file-check';
import { sharedSite, type Submitted } from '../support/site';
import { desk, phone, type View, Visitor } from '../support/visitor';
import { withdraw } from '../support/withdraw';

/** What a recipient holds: the paper, the file, the link, and the holder beside them. */
interface Held {
  readonly result: Submitted;
  readonly mail: StoredMail;
  readonly pdf: Uint8Array;
}

/** From a certificate on paper, in a file or behind a link to what it is worth, by what each screen offers. */
describe('the recipient of a certificate', () => {
  const site = given(sharedSite);

  afterAll(() => site.leave());

  async function received(view: View): Promise<Held> {
    const { result, mail } = await site.mailed('persona-mature', `${view.name}-${view.width}@example.com`);
    return { result, mail, pdf: mail.attachments[0]?.content ?? new Uint8Array() };
  }

  it.each<View>([
    { name: 'recipient', ...desk },
    { name: 'recipient', ...phone },
  ])(
    'checks paper, file, holder and withdrawal by keyboard, $width pixels wide § 10.12f 10.12p',
    async (view) => {
      const held = await received(view);
      const visitor = await fromPaper(view, held);
      await visitor.go('Check a certificate');
      expect(await visitor.checkFile(held.pdf)).toEqual(genuine);
      const changed = await visitor.checkFile(changedByOneByte(held.pdf));
      expect(changed).toEqual({ colour: 'red', text: expect.stringMatching(/^Not genuine: /) as unknown });
      await byId(visitor, held);
      await offline(visitor, held);
      await besideTheHolder(visitor, held);
      await afterWithdrawal(visitor, held);
      await visitor.leave();
    },
  );

  it('compares the paper without scripts, which only the check of a file needs § 10.12p', async () => {
    const view = { name: 'recipient-without-scripts', ...phone, scripts: false as const };
    const held = await received(view);
    const visitor = await fromPaper(view, held);
    await visitor.go('Check a certificate');
    expect(await visitor.text()).toMatch(
      /To check a PDF here, allow scripts\. .* governance verify certificate\.pdf/,
    );
    expect(await visitor.text()).not.toContain('Drop the file here');
    await byId(visitor, held);
    await visitor.go('offline verifier');
    expect(await visitor.text()).toContain(
      'This browser cannot check certificates: it is too old, or scripts are off.',
    );
    await besideTheHolder(visitor, held);
    await visitor.leave();
  });

  /** Types the printed address, which the QR code has too, and compares what the page and the paper say. */
  async function fromPaper(view: View, { result, pdf }: Held): Promise<Visitor> {
    const { text } = await readPdf(pdf);
    const [address = ''] = await readQrCodes(pdf);
    expect(text.replaceAll(' ', '')).toContain(address);
    const visitor = await Visitor.arrive(site, address, view);
    const page = await visitor.text();
    expect(page).toMatch(/This certificate is valid .* It is a self-assessment, not an audit\./);
    const { id, overallScore, tier, createdAt } = result;
    for (const words of [id, overallScore, tier, 'Ready to launch', dayInWords(new Date(String(createdAt)))])
      for (const shown of [text, page]) expect(shown).toContain(String(words));
    return visitor;
  }

  /** Without the address: the printed id leads to the same page. */
  async function byId(visitor: Visitor, { result }: Held): Promise<void> {
    await visitor.fill('Certificate id', result.id);
    await visitor.go('Check');
    expect(await visitor.text('h1')).toBe('This certificate is valid');
    expect(visitor.page.url()).toBe(`${site.app.origin}/verify/${result.id}`);
  }

  /** Saves the page and opens it from the disk, without a network. */
  async function offline(visitor: Visitor, { result, pdf }: Held): Promise<void> {
    const { page } = visitor;
    await visitor.go('offline verifier');
    const saved = visitor.keep('verify-offline.html', (await callHttp(page.url())).text);
    await page.setOfflineMode(true);
    await visitor.open(pathToFileURL(saved).href);
    const file = visitor.keep('certificate.pdf', pdf);
    await chooseFile(page, file, () => visitor.activate('The certificate (PDF)'));
    await visitor.activate('Check');
    await page.waitForSelector('#verdict.amber');
    await visitor.looks();
    expect(await visitor.text('#verdict')).toMatch(
      new RegExp(
        `^Genuine, but this could not be checked: whether it was withdrawn\\. Certificate ${result.id} `,
      ),
    );
    await page.setOfflineMode(false);
  }

  /** Opens the link of the holder, who enters what the mail says. */
  async function besideTheHolder(visitor: Visitor, { result, mail }: Held): Promise<void> {
    expect(mail.text).toContain(result.verificationUrl);
    await visitor.open(result.verificationUrl);
    await visitor.go('prove that it is theirs');
    await visitor.fill('Email address', mail.to[0] ?? '');
    await visitor.fill('Ownership code', /^[\w-]{22}$/m.exec(mail.text)?.[0] ?? '');
    await visitor.go('Prove it');
    expect(await visitor.text('h1')).toBe('The holder has proven this certificate');
    await visitor.go(result.id);
  }

  async function afterWithdrawal(visitor: Visitor, { result, pdf }: Held): Promise<void> {
    await withdraw(site.app, '--id', result.id, '--reason', 'misused');
    await visitor.open(visitor.page.url());
    expect(await visitor.text()).toMatch(/This certificate was withdrawn .* What to do /);
    await visitor.go('Check a certificate');
    // The worker signs the next list within a second.
    const verdict = await until(async () => {
      const found = await giveFile(visitor.page, visitor.keep('given', pdf), () =>
        visitor.activate('The certificate (PDF)'),
      );
      return found.colour !== 'green' && found;
    });
    expect(verdict).toEqual({ colour: 'red', text: 'Not valid: the issuer withdrew this certificate.' });
    await visitor.looks();
  }
});
