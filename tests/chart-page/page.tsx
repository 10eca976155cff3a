import '../../renderer/app/words.css';
import { draw } from './draw.ts';
import { time } from './time.ts';
import type { ChartWindow } from './types.ts';

const offered: ChartWindow = { chartPage: { draw, time } };
Object.assign(window, offered);
