export { InvalidAnswers } from './invalid-answers';
export * from './outcome';
export { publishedRubrics } from './published-rubrics';
export { Rubric } from './rubric';
export { RubricCatalogue, type Publication } from './rubric-catalogue';
export { rubricDocument, type RubricDomain, type RubricQuestion } from './rubric-document';
