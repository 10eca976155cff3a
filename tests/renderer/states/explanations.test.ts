import { test } from 'vitest';
import { explainArea } from '../../../renderer/states/explain-area.ts';
import { readExplained } from '../../../renderer/states/map-state.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { rowOfDay } from '../../../service/series-math/areas/area-table.ts';
import { expectWrittenAnswers } from '../../support/written-answers.ts';
import { nodeLines } from '../explain/node-lines.ts';
import { fewWeeks } from './few-weeks.ts';

test('each number is explained down to what was published', () =>
  expectWrittenAnswers(`${import.meta.dirname}/explanations.md`, (question) => {
    const [word, week = '', claims] = question.split(' ');
    const series = claims === 'continued' ? 'continued' : 'initial';
    const data = fewWeeks(series);
    const explained = readExplained(word);
    if (!explained) throw new Error(`${word} is no number`);
    const row = rowOfDay(data.claims, dayNumber(week) as number);
    return nodeLines(explainArea({ data, series, row }, { measure: 'persons', ...explained }), 4);
  }));
