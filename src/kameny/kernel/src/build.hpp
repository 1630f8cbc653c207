// From a plan back to sets of faces: the twin of `solver/build.py`.
#pragma once

#include "search.hpp"

namespace kameny {

using FaceSets = std::vector<std::vector<Face>>;

// The sets that the plan makes, apart from what it adds to kept sets. Spare jokers are in runs if there are any.
FaceSets sets_of(const Plan& plan);

// A lowest and a highest value.
struct Span {
    int low, high;
};

// How far own tiles extend the kept runs of a suit.
void extend(std::vector<Span>& kept, const Plan& plan, int suit);

}  // namespace kameny
