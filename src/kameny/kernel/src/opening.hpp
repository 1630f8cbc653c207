// The first lay: own tiles only, worth enough: the twin of `solver/opening.py`.
#pragma once

#include "position.hpp"

namespace kameny {

// Whether own sets can be worth so many points, without a joker or with up to two.
bool can_open(const Tiles& rack, int minimum, bool jokers);

// The most tiles, then points, then jokers kept, in an opening worth so many points; nothing if there is none.
std::optional<Solution> open_lay(const Tiles& rack, int minimum, bool jokers);

}  // namespace kameny
