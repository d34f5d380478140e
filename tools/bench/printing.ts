import { certificateOf, type SurveyResult } from '@governance/assessments';
import {
  certificateContent,
  certificateShell,
  JoseIssuer,
  PuppeteerCertificateRenderer,
  issuedPdf,
} from '@governance/certificates';
import { publishedRubrics } from '@governance/rubric';
import { createTestIssuerKeys, openBrowser, readPdfText } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { sampleSubmission } from './src/load/requests';
import { platformBaseUrl, publicBaseUrl } from './src/processes/product';

const addresses = { publicBaseUrl, platformBaseUrl };

function sampleResult(): SurveyResult {
  const { mode, answers } = sampleSubmission;
  const rubric = publishedRubrics.current;
  const { overallScore, tier, launchAllowed, launchReason, domainScores } = rubric.assess(answers, mode);
  const outcome = { overallScore, tier, launchAllowed, launchReason, domainScores };
  return { id: randomUUID(), createdAt: new Date(), mode, rubric: rubric.reference, answers, outcome };
}

function documentOf(result: SurveyResult): string {
  return certificateShell(certificateContent(certificateOf(result, addresses)));
}

const { PORT, TASK, BROWSER_EXECUTABLE: executable } = process.env;
const resources = new AsyncDisposableStack();
const openRenderer = (): PuppeteerCertificateRenderer =>
  resources.adopt(new PuppeteerCertificateRenderer({ executable }), (renderer) => renderer.close());
const launch = (): ReturnType<typeof openBrowser> => openBrowser({ endsAtSignals: false });
/** As in the product: tagged, with the certificate's page size. */
const paper = { preferCSSPageSize: true, printBackground: true, tagged: true, outline: true };
const firstResult = sampleResult();

type Print = (result: SurveyResult) => Promise<Uint8Array>;

/** Printing methods: the product's and common alternatives. */
const tasks = {
  product: (): Print => {
    const renderer = openRenderer();
    return (result) => renderer.print(certificateOf(result, addresses));
  },
  /** With credential, holder proof, attachments, metadata and seal. */
  'product, sealed': (): Print => {
    const renderer = openRenderer();
    const keys = createTestIssuerKeys();
    const issuer = new JoseIssuer(keys.load(), addresses);
    keys.remove();
    return async (result) => {
      const signed = await issuer.sign(result, { list: 0, index: 1 });
      const { proof: holderProof } = await issuer.signHolderProof(result.id, 'assessor@example.com');
      const drawn = await renderer.render({ ...certificateOf(result, addresses), signed, holderProof });
      return issuedPdf(drawn, issuer.documentSigner(result.id), new Date());
    };
  },
  /** Chromium's minimum: the same loaded page, printed repeatedly. */
  'loaded page': async (): Promise<Print> => {
    const page = await resources.use(await launch()).newPage();
    await page.setContent(documentOf(firstResult));
    return () => page.pdf(paper);
  },
  'launch per render': (): Print => async (result) => {
    await using browser = await launch();
    const page = await browser.newPage();
    await page.setContent(documentOf(result));
    return await page.pdf(paper);
  },
  'page per render': async (): Promise<Print> => {
    const browser = resources.use(await launch());
    return async (result) => {
      await using page = await browser.newPage();
      await page.setContent(documentOf(result));
      return await page.pdf(paper);
    };
  },
};

export type PrintingTask = keyof typeof tasks;

/** A page to print for programs in other languages, as JSON. */
export interface SamplePage {
  readonly result: SurveyResult;
  readonly page: string;
}

function samplePage(): SamplePage {
  const result = sampleResult();
  return { result, page: documentOf(result) };
}

/**
 * `GET /certificate` prints; `GET /check` answers 500 if the last PDF is not its result's certificate. `GET /page` answers with a
 * page.
 */
async function main(): Promise<void> {
  const print = await tasks[TASK as PrintingTask]();
  let last = { id: '', pdf: new Uint8Array() };
  async function answer(path = ''): Promise<string> {
    if (path === '/page') return JSON.stringify(samplePage());
    if (path === '/certificate') {
      const result = TASK === 'loaded page' ? firstResult : sampleResult();
      last = { id: result.id, pdf: new Uint8Array(await print(result)) };
    } else if (path === '/check' && !(await readPdfText(last.pdf)).includes(last.id)) {
      throw new Error('The PDF is not the certificate of its result.');
    }
    return 'done';
  }
  createServer((req, res) => {
    answer(req.url).then(
      (text) => res.end(text),
      (error: unknown) => res.writeHead(500).end(String(error)),
    );
  }).listen(Number(PORT));
  process.on('SIGTERM', () => void resources.disposeAsync().finally(() => process.exit()));
}

void main();
