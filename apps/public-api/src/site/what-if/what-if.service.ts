import { type Answer, type Answers } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { type ShownResult, ResultPageService } from '../result/result-page.service';
import { changedAnswers, daysIn, type Trial } from './what-if-outcome';
import { whatIfView, type WhatIfView } from './what-if-view';

const values: ReadonlyMap<string, Answer> = new Map([
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['3', 3],
]);

/** Tries answers on a result. Stores nothing. */
@Injectable()
export class WhatIfService {
  constructor(private readonly results: ResultPageService) {}

  /** @throws Problem `not_found` */
  async start(capability: string): Promise<WhatIfView> {
    const shown = await this.results.find(capability);
    return whatIfView(shown, { trial: trialOf(shown, shown.result.answers, ''), days: '' });
  }

  /** What the form does not answer stays as it is in the result. @throws Problem `not_found` */
  async attempt(capability: string, form: URLSearchParams): Promise<WhatIfView> {
    const shown = await this.results.find(capability);
    const days = (form.get('days') ?? '').trim().slice(0, 20);
    const trial = trialOf(shown, answersIn(form, shown), days);
    const way = form.get('make');
    if (way !== 'path' && way !== 'plan') return whatIfView(shown, { trial, days });
    const answers = changedAnswers(shown.rubric, trial, way);
    return whatIfView(shown, { trial: { ...trial, answers }, days });
  }
}

function trialOf({ result }: ShownResult, answers: Answers, days: string): Trial {
  return { mode: result.mode, before: result.answers, answers, days: daysIn(days) };
}

function answersIn(form: URLSearchParams, { result, rubric }: ShownResult): Answers {
  return Object.fromEntries(
    rubric
      .questionsOf(result.mode)
      .map(({ id }) => [id, values.get(form.get(`answers.${id}`) ?? '') ?? result.answers[id] ?? 0]),
  );
}
