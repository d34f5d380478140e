export { effortInThirds, inDays } from './answer-steps';
export { listedFrameworks } from './framework-clauses';
export { frameworkCoverage, type ClauseCoverage, type FrameworkCoverage } from './framework-coverage';
export { frameworkGaps, type FrameworkGaps } from './framework-gaps';
export { InvalidAnswers } from './invalid-answers';
export * from './outcome';
export { publishedRubrics } from './published-rubrics';
export { Rubric } from './rubric';
export { RubricCatalogue, type Publication } from './rubric-catalogue';
export { RubricRules } from './rubric-rules';
export {
  rubricDocument,
  type RubricDocument,
  type RubricDomain,
  type RubricQuestion,
} from './rubric-document';
