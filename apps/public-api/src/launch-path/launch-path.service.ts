import { type LaunchPath, type Mode } from '@governance/rubric';
import { Injectable } from '@nestjs/common';
import { checkedAnswers, rubricOf } from '../checked-answers';

export interface AnsweredRubric {
  readonly answers?: unknown;
  readonly mode?: Mode;
  readonly rubricVersion?: string;
}

/** Finds the cheapest path to a launch. Stores nothing. */
@Injectable()
export class LaunchPathService {
  /** @throws Problem `invalid`, for the same reasons as a submission. */
  find({ answers, mode = 'msp-self', rubricVersion }: AnsweredRubric): LaunchPath {
    const rubric = rubricOf(rubricVersion);
    return rubric.launchPath(checkedAnswers(rubric, answers, mode), mode);
  }
}
