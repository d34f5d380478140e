import { certificateOf, type SurveyResult } from '@governance/assessments';
import {
  certificateContent,
  certificateShell,
  JoseIssuer,
  PuppeteerCertificateRenderer,
  sealed,
} from '@governance/certificates';
import { createTestIssuerKeys, readPdfText } from '@governance/testing';
import { launchPerRender } from '../../floors/certificates/launch-per-render';
import { loadedPage } from '../../floors/certificates/loaded-page';
import { pagePerRender } from '../../floors/certificates/page-per-render';
import { type Printer } from '../../floors/certificates/printer';
import { platformBaseUrl, publicBaseUrl } from '../processes/product';
import { sampleResult } from './sample-result';

/** Prints one certificate after the other. */
export interface PrintingTask {
  run(): Promise<void>;
  /** @throws when the last PDF is not the certificate of the last result. */
  check(): Promise<void>;
  end(): Promise<void>;
}

const address = 'assessor@example.com';

function documentOf(result: SurveyResult): string {
  return certificateShell(certificateContent(certificateOf(result, platformBaseUrl)));
}

/** `print` makes the PDF of a result. */
function task(print: (result: SurveyResult) => Promise<Uint8Array>, end: () => Promise<void>): PrintingTask {
  let last: { readonly id: string; readonly pdf: Uint8Array } | undefined;
  return {
    async run() {
      const result = sampleResult();
      last = { id: result.id, pdf: await print(result) };
    },
    async check() {
      if (!last || !(await readPdfText(last.pdf)).includes(last.id))
        throw new Error('A PDF is not as it must be');
    },
    end,
  };
}

/** A floor is given the document of the result. */
function floor(printer: Printer): PrintingTask {
  return task(
    (result) => printer.print(documentOf(result)),
    () => printer.end(),
  );
}

/** The same page each time, so that the id on it is that of the first result. */
async function loaded(): Promise<PrintingTask> {
  const result = sampleResult();
  const printer = await loadedPage(documentOf(result));
  let last = new Uint8Array();
  return {
    run: async () => {
      last = new Uint8Array(await printer.print(''));
    },
    check: async () => {
      if (!(await readPdfText(last)).includes(result.id)) throw new Error('A PDF is not as it must be');
    },
    end: () => printer.end(),
  };
}

function product(): PrintingTask {
  const renderer = new PuppeteerCertificateRenderer({ executable: process.env.BROWSER_EXECUTABLE });
  return task(
    (result) => renderer.print(certificateOf(result, platformBaseUrl)),
    () => renderer.close(),
  );
}

/** With everything that makes a document of it: credential, holder proof, attachments, metadata, seal. */
function productDocument(): PrintingTask {
  const renderer = new PuppeteerCertificateRenderer({ executable: process.env.BROWSER_EXECUTABLE });
  const keys = createTestIssuerKeys();
  const issuer = new JoseIssuer(keys.load(), { publicBaseUrl, platformBaseUrl });
  keys.remove();
  return task(
    async (result) => {
      const signed = await issuer.sign(result, { list: 0, index: 1 });
      const { proof: holderProof } = await issuer.signHolderProof(result.id, address);
      const drawn = await renderer.render({ ...certificateOf(result, platformBaseUrl), signed, holderProof });
      return sealed(drawn, (sha256) => issuer.signDocument(result.id, sha256));
    },
    () => renderer.close(),
  );
}

export const printingTasks = {
  product,
  'product, sealed': productDocument,
  'loaded page': loaded,
  'launch per render': () => floor(launchPerRender()),
  'page per render': () => pagePerRender().then(floor),
} as const satisfies Readonly<Record<string, () => PrintingTask | Promise<PrintingTask>>>;

export type PrintingTaskName = keyof typeof printingTasks;
