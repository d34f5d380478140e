import { callHttp, freeOrigin, readPdfText, type Settings } from '@governance/testing';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PrintingTask, type SamplePage } from '../../../printing';
import { type Bench } from '../../bench';
import { platformBaseUrl } from '../../processes/product';
import { Program, startReference } from '../../processes/program';
import { fetchedFolder, fetchOnce, installPython, sourcesOf } from '../fetched';
import { type Peer, type Running, type Task } from '../peer';

const request = { method: 'GET', path: '/certificate' };
const browser = resolve('node_modules/@sparticuz/chromium');

/** A program of the bench that prints with a browser. */
function withBrowser(
  peer: Pick<Peer, 'name' | 'title' | 'settings' | 'installed'>,
  task: PrintingTask,
): Peer {
  return {
    ...peer,
    install: () => Promise.resolve(),
    prepare: () =>
      Promise.resolve(async (scope, { group }) => {
        const program = await startReference(scope, 'printing', { env: { TASK: task }, cores: '0,1', group });
        return {
          program,
          request,
          status: 200,
          text: 'done',
          check: async () => {
            await callHttp(program.origin + request.path);
            const { status, text } = await callHttp(`${program.origin}/check`);
            if (status !== 200) throw new Error(text);
          },
        };
      }),
  };
}

const product = withBrowser(
  {
    name: 'product',
    title: 'product',
    settings: 'the renderer of the product: pages of one browser that are kept and filled again',
    installed: [resolve('dist/deploy/public-api'), browser],
  },
  'product',
);

const chromium = withBrowser(
  {
    name: 'chromium',
    title: 'Chromium, launched per render',
    settings: 'puppeteer with the browser of the product, as its guide prints a page',
    installed: [browser, resolve('node_modules/puppeteer-core')],
  },
  'launch per render',
);

/** A library of Python behind an HTTP server of its standard library; `envOf` describes the certificate to it. */
function withPython({
  name,
  envOf,
  ...peer
}: Pick<Peer, 'name' | 'title' | 'settings'> & { readonly envOf: (sample: SamplePage) => Settings }): Peer {
  const folder = fetchedFolder(name);
  return {
    ...peer,
    name,
    installed: [folder],
    install: () =>
      fetchOnce(name, 'printing', () => installPython(folder, sourcesOf(`printing/${name}.txt`))),
    prepare: async (bench) => {
      const sample = await samplePage(bench);
      const pageFile = join(bench.setup.folder, `${name}.html`);
      writeFileSync(pageFile, sample.page);
      return async (scope, { group }): Promise<Running> => {
        const origin = await freeOrigin();
        const program = await Program.start(scope, {
          command: [join(folder, 'bin/python'), sourcesOf(`printing/print_${name}.py`)],
          env: {
            PORT: new URL(origin).port,
            PAGE_FILE: pageFile,
            PYTHONDONTWRITEBYTECODE: '1',
            ...envOf(sample),
          },
          readyUrl: `${origin}/health`,
          origin,
          cores: '0,1',
          group,
        });
        return { program, request, status: 200, text: '%PDF-', check: () => checkPdf(program) };
      };
    },
  };
}

/** The page that the product prints, from a program of the bench. */
async function samplePage(bench: Bench): Promise<SamplePage> {
  await using scope = bench.within();
  const { origin } = await startReference(scope, 'printing', { env: { TASK: 'product' } });
  return JSON.parse((await callHttp(`${origin}/page`)).text) as SamplePage;
}

/** @throws if the PDF does not have the id that its response names. */
async function checkPdf({ origin }: Program): Promise<void> {
  const response = await fetch(origin + request.path);
  const pdf = new Uint8Array(await response.arrayBuffer());
  const id = response.headers.get('result-id') ?? '';
  if (id === '' || !(await readPdfText(pdf)).includes(id))
    throw new Error('The PDF is not the certificate of its result');
}

const weasyprint = withPython({
  name: 'weasyprint',
  title: 'WeasyPrint',
  settings:
    'style and fonts read once, tagged; Pango of the system, and its libharfbuzz-subset where present. It ignores the style of drawings in the page',
  envOf: ({ result }) => ({ RESULT_ID: result.id }),
});

const fonts = ['inter/files/inter-latin-400-normal', 'inter/files/inter-latin-600-normal'].concat(
  ['400-normal', '600-normal', '400-italic'].map(
    (style) => `source-serif-4/files/source-serif-4-latin-${style}`,
  ),
);

const typst = withPython({
  name: 'typst',
  title: 'Typst',
  settings:
    'one compiler with the same fonts, tagged; a template of its own with the same text, bars and QR code, without the ornaments',
  envOf: ({ result: { id, outcome, rubric } }) => {
    const address = `${platformBaseUrl}/api/certification/verify/${id}`;
    const dates = { issued: '28 November 2026', renewBy: '28 November 2027' };
    const shown = { ...outcome, ...dates, id, address, rubric: `${rubric.id} ${rubric.version}` };
    const files = fonts.map((file) => resolve(`node_modules/@fontsource/${file}.woff2`));
    return { RESULT: JSON.stringify(shown), FONT_FILES: JSON.stringify(files) };
  },
});

export const printing: Task = {
  name: 'certificate',
  work: 'certificate from result to printed PDF, tagged',
  rate: 0.5,
  connections: 1,
  product,
  peers: [weasyprint, typst, chromium],
};
