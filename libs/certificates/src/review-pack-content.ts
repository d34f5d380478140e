import { type ReviewPack } from '@governance/assessments';
import { emblemSvg, productName } from '@governance/design';
import { publishedRubrics } from '@governance/rubric';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PrintedContent } from './printed-content';
import { type ReviewPackView, reviewPackView } from './review-pack/review-pack-view';

interface TemplateInput extends ReviewPackView {
  /** Never depends on input: printed without escaping. */
  readonly emblem: string;
  readonly productName: string;
}

let loaded: { readonly template: (input: TemplateInput) => string; readonly emblem: string } | undefined;

/** The content of a pack, for the `main` of a shell. The template escapes every text. */
export function reviewPackContent(pack: ReviewPack): PrintedContent {
  loaded ??= {
    template: compile<TemplateInput>(readFileSync(join(__dirname, 'templates', 'review-pack.hbs'), 'utf8'), {
      strict: true,
    }),
    emblem: emblemSvg({ size: '11mm' }),
  };
  const rubric = publishedRubrics.find(pack.result.rubricVersion);
  if (!rubric) throw new Error(`this release does not know the rubric ${pack.result.rubricVersion}`);
  const { template, emblem } = loaded;
  return { sheet: 'review-pack', markup: template({ ...reviewPackView(pack, rubric), emblem, productName }) };
}
